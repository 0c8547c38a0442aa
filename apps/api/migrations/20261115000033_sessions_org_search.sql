-- migrate:up transaction:false
create index concurrently sessions_org_search on sessions (organization_id, status, start_time, id) include (search);

-- migrate:down transaction:false
drop index concurrently sessions_org_search;
