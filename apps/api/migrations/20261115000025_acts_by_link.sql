-- migrate:up
-- A client has no sign-in: what they do, they do by their personal link, and the log says so.
alter table audit_log add column by_link boolean not null default false;

-- migrate:down
alter table audit_log drop column by_link;
