-- migrate:up

-- The zone in which the month of an invoice was counted stands on its paper, and stays when the organization's changes.
alter table invoices add column time_zone text;
update invoices i set time_zone = o.time_zone from organizations o where o.id = i.organization_id;
alter table invoices alter column time_zone set not null;

-- A session is late when a run had its time and missed it. What lies before the first period of all is in no run.
create or replace function keep_invoiced() returns trigger language plpgsql as $$
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
        select new.id, new.organization_id
        where not exists (select from run_sessions where session_id = new.id)
          and exists (select from billing_runs r
            where r.organization_id = new.organization_id and r.begins_at <= new.start_time)
        on conflict do nothing;
    else
      delete from late_sessions where session_id = new.id;
    end if;
  end if;
  return null;
end $$;

-- migrate:down
create or replace function keep_invoiced() returns trigger language plpgsql as $$
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
alter table invoices drop column time_zone;
