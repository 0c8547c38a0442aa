-- migrate:up

-- Mails are kept for some time and then go.
grant delete on mails to parley_app;

-- Who did it, beside whom it was done to: the audit is searched by both.
create index audit_log_by on audit_log (by_id, at);

-- migrate:down

drop index audit_log_by;
revoke delete on mails from parley_app;
