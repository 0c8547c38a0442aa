-- migrate:up
-- An act on a session says what it changed in the session's own history; the audit points there and keeps no copy.
alter table audit_log add column history_id bigint;
-- Bookings are most of what happens: whoever looks for the rest does not walk through them.
create index audit_log_action on audit_log (action, organization_id, at);

-- migrate:down
drop index audit_log_action;
alter table audit_log drop column history_id;
