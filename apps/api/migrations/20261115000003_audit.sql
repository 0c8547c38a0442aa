-- migrate:up
-- Who did what to whom, when, from where. Ids only, never names. Append-only for the application.
create table audit_log (
  id bigint generated always as identity,
  at timestamptz not null,
  by_id uuid, -- null: the system
  address inet,
  action text not null,
  organization_id uuid,
  subject_kind text not null,
  subject_id uuid,
  detail jsonb not null default '{}',
  request_id text,
  primary key (at, id)
) partition by range (at);
create index audit_log_organization on audit_log (organization_id, at);
create index audit_log_subject on audit_log (subject_id, at);
-- Catches what no month's partition takes, so that an act is never refused for want of one.
create table audit_log_rest partition of audit_log default;

-- Months are made ahead by the worker, which may not create tables itself.
create function audit_log_make_months(first date, months integer) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  month date;
begin
  for i in 0 .. months - 1 loop
    month := (date_trunc('month', first) + make_interval(months => i))::date;
    execute format('create table if not exists public.audit_log_%s partition of public.audit_log for values from (%L) to (%L)',
      to_char(month, 'YYYY_MM'), month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
end $$;
revoke all on function audit_log_make_months(date, integer) from public;

grant select, insert on audit_log to parley_app;
grant execute on function audit_log_make_months(date, integer) to parley_app;

-- migrate:down
drop table audit_log;
drop function audit_log_make_months(date, integer);
