-- migrate:up

-- Who issued it, line by line, as it was on the day of issue.
alter table invoices add column issued_by text[] not null default '{Parley}';
alter table invoices alter column issued_by drop default;

-- migrate:down
alter table invoices drop column issued_by;
