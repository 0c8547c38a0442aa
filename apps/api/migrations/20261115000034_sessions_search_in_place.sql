-- migrate:up
set local lock_timeout = '2s';
drop index sessions_all;
drop index sessions_org;
alter index sessions_all_search rename to sessions_all;
alter index sessions_org_search rename to sessions_org;

-- migrate:down
alter index sessions_all rename to sessions_all_search;
alter index sessions_org rename to sessions_org_search;
create index sessions_all on sessions (status, start_time, id);
create index sessions_org on sessions (organization_id, status, start_time, id);
