-- migrate:up
-- A rate counts from the first month that begins after its change: until then the one before it does.
alter table organizations
  add column rate_before_cents integer,
  add column rate_from timestamptz,
  add check ((rate_before_cents is null) = (rate_from is null));

-- migrate:down
alter table organizations drop column rate_before_cents, drop column rate_from;
