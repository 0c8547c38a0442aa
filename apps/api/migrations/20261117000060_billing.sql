-- migrate:up

-- What an organization's time was billed by before: for the months that begin before `until`. What counts now stands on the
-- organization itself.
create table former_terms (
  organization_id uuid not null references organizations,
  until date not null check (extract(day from until) = 1),
  rate_cents integer not null check (rate_cents > 0),
  no_show_billed boolean not null,
  primary key (organization_id, until)
);
-- A day on: the zone may be another than when the rate was changed.
insert into former_terms
  select id, date_trunc('month', rate_from at time zone time_zone + interval '1 day')::date, rate_before_cents, no_show_billed
  from organizations where rate_from is not null;
alter table organizations drop column rate_before_cents, drop column rate_from;

-- Where the billing of each organization stands: its first period that was not run yet. Whoever bills, or writes on an
-- invoice, locks this row; whoever settles a session keeps it from changing. So a session is either in a run or after it.
create table billing_clocks (
  organization_id uuid primary key references organizations,
  -- Null until the first run has looked: the month in which the organization came.
  start_date date check (extract(day from start_date) = 1),
  -- Where the last period ended; the first takes whatever came before.
  begins_at timestamptz not null default '-infinity',
  -- By the organization's clock. Null: not worked out yet, or its zone has changed since.
  ends_at timestamptz check (ends_at > begins_at)
);
create index billing_clocks_due on billing_clocks (ends_at nulls first);
insert into billing_clocks (organization_id) select id from organizations;

create function start_billing_clock() returns trigger language plpgsql as $$
begin
  insert into billing_clocks (organization_id) values (new.id);
  return null;
end $$;
create trigger start_billing_clock after insert on organizations for each row execute function start_billing_clock();

create function reset_billing_clock() returns trigger language plpgsql as $$
begin
  update billing_clocks set ends_at = null where organization_id = new.id;
  return null;
end $$;
create trigger reset_billing_clock after update of time_zone on organizations for each row
  when (old.time_zone is distinct from new.time_zone) execute function reset_billing_clock();

-- That a period was run, with an invoice or without.
create table billing_runs (
  id uuid primary key default uuidv7(),
  organization_id uuid not null references organizations,
  start_date date not null check (extract(day from start_date) = 1),
  end_date date not null check (end_date = start_date + interval '1 month'),
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  rate_cents integer not null check (rate_cents > 0),
  no_show_billed boolean not null,
  ran_at timestamptz not null,
  unique (organization_id, start_date)
);

create table invoices (
  id uuid primary key default uuidv7(),
  invoice_num bigint not null unique check (invoice_num > 0),
  run_id uuid not null references billing_runs,
  organization_id uuid not null references organizations,
  start_date date not null,
  end_date date not null,
  due date not null,
  -- Pending, Paid, PastDue, Void.
  status smallint not null default 0 check (status between 0 and 3),
  status_at timestamptz not null,
  rate_cents integer not null check (rate_cents > 0),
  no_show_billed boolean not null,
  amount_cents bigint not null check (amount_cents >= 0),
  -- As they were on the day of issue.
  billed_name text not null,
  billed_address text not null,
  issued_at timestamptz not null,
  -- By date once in its life.
  past_due_at timestamptz,
  -- The one that took its sessions over.
  reissued_as uuid unique references invoices,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (reissued_as is null or status = 3)
);
create trigger touch before update on invoices for each row execute function touch();
create unique index invoices_one_per_period on invoices (organization_id, start_date) where status <> 3;
create index invoices_of on invoices (organization_id, invoice_num);
create index invoices_run on invoices (run_id);
-- What the days alone make past due.
create index invoices_pending on invoices (due) where status = 0 and past_due_at is null;

create table invoice_lines (
  invoice_id uuid not null references invoices,
  coach_id uuid not null references people,
  -- As billed.
  name text not null,
  billed_minutes integer not null check (billed_minutes >= 0),
  unbilled_minutes integer not null check (unbilled_minutes >= 0),
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  primary key (invoice_id, coach_id)
);

create table invoice_history (
  id bigint generated always as identity primary key,
  invoice_id uuid not null references invoices,
  at timestamptz not null,
  by_id uuid, -- null: the system
  action text not null,
  detail jsonb not null default '{}'
);
create index invoice_history_invoice on invoice_history (invoice_id, id);

-- An address for invoices belongs to nobody.
alter table mails alter column person_id drop not null, add column invoice_id uuid references invoices;
create index mails_invoice on mails (invoice_id) where invoice_id is not null;
alter table mails add check (person_id is not null or invoice_id is not null);

-- A row that is counted up in the transaction that takes the number: no number is left out, as a sequence would.
create table invoice_number (
  is_only boolean primary key default true check (is_only),
  last bigint not null
);
insert into invoice_number (last) values (0);

-- Every session that a run has taken, billed or not, with what it was taken as: once for all. A re-issue takes it anew for
-- the same run. No foreign keys: sessions and runs are never deleted, and a million checks cost more than all the rest.
create table run_sessions (
  session_id uuid primary key,
  run_id uuid not null,
  coach_id uuid not null,
  status session_status not null,
  billable boolean not null,
  -- In the call for 5 minutes or more after start; worked out for a no-show alone.
  coach_stayed boolean not null,
  minutes smallint not null check (minutes > 0)
);
create index run_sessions_run on run_sessions (run_id, coach_id);

-- Settled after the run of their period: the next one takes them.
create table late_sessions (
  session_id uuid primary key,
  organization_id uuid not null
);
create index late_sessions_of on late_sessions (organization_id);

-- A session is invoiced once a run has taken it, unless its invoice is void: then it can be corrected and issued again.
create function is_invoiced(session uuid) returns boolean language sql stable as $$
  select exists (
    select from run_sessions r
    where r.session_id = session and not exists (
      select from invoices i where i.run_id = r.run_id and i.status = 3 and i.reissued_as is null))
$$;

create function keep_invoiced() returns trigger language plpgsql as $$
declare
  billed_until timestamptz;
begin
  select begins_at into billed_until from billing_clocks where organization_id = new.organization_id for share;
  if is_invoiced(new.id) then
    raise exception 'session % is on an invoice', new.id using errcode = 'check_violation', constraint = 'session_invoiced';
  end if;
  if new.start_time < billed_until then
    if new.status in ('Completed', 'NoShow') then
      insert into late_sessions
        select new.id, new.organization_id where not exists (select from run_sessions where session_id = new.id)
        on conflict do nothing;
    else
      delete from late_sessions where session_id = new.id;
    end if;
  end if;
  return null;
end $$;
create trigger keep_invoiced after update of status, billable on sessions for each row
  when ((old.status, old.billable) is distinct from (new.status, new.billable)) execute function keep_invoiced();

grant select, insert, delete on former_terms, late_sessions to parley_app;
grant select, insert, update on billing_clocks, invoices, run_sessions to parley_app;
grant select, insert on billing_runs, invoice_lines, invoice_history to parley_app;
grant select, update on invoice_number to parley_app;

-- migrate:down
drop trigger keep_invoiced on sessions;
drop function keep_invoiced(), is_invoiced(uuid);
delete from mails where invoice_id is not null;
alter table mails drop column invoice_id, alter column person_id set not null;
drop table late_sessions, run_sessions, invoice_number, invoice_history, invoice_lines, invoices, billing_runs;
drop trigger start_billing_clock on organizations;
drop trigger reset_billing_clock on organizations;
drop function start_billing_clock(), reset_billing_clock();
drop table billing_clocks;
alter table organizations
  add column rate_before_cents integer,
  add column rate_from timestamptz,
  add check ((rate_before_cents is null) = (rate_from is null));
update organizations o set rate_before_cents = f.rate_cents, rate_from = f.until::timestamp at time zone o.time_zone
  from former_terms f
  where f.organization_id = o.id and f.until = (select max(until) from former_terms where organization_id = o.id);
drop table former_terms;
