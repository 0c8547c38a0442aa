import type pg from 'pg'

export interface BillingSizes {
  organizations: number
  sessionsEach: number
}

/** At this instant October is over in every time zone. */
export const billingNow = '2026-11-02T00:00:00.000Z'

const coachesEach = 4

/**
 * Creates organizations in many time zones with four coaches each, and their sessions in October: most completed, some
 * no-shows or cancelled, some not billable. The hourly rates produce cents that have to be rounded.
 */
export async function makeBillingWorld(owner: pg.Client, { organizations, sessionsEach }: BillingSizes) {
  await owner.query(`
    insert into organizations (name, display_name, billing_address, rate_cents, time_zone, no_show_billed, created_at, billing_email)
    select 'billed-' || i, 'Billed ' || i, i || ' Quay Street', 9000 + i % 9973,
      (array['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Los_Angeles'])[1 + i % 5],
      false, '2026-10-03T12:00Z', 'billing-' || i || '@example.test'
    from generate_series(1, ${organizations}) i`)
  await owner.query(`
    create temp table billed as select id, row_number() over (order by name) - 1 as n from organizations where name like 'billed-%'`)
  await owner.query(`
    insert into people (username, email, first_name, last_name, privs, organization_id)
    select 'coach-' || b.n || '-' || k, 'c' || b.n || '-' || k || '@example.test', 'Coach ' || k, 'of ' || b.n, 1, b.id
    from billed b, generate_series(1, ${coachesEach}) k`)
  await owner.query(`
    create temp table coaches as
      select id, organization_id, row_number() over (partition by organization_id order by id) - 1 as k
      from people where username like 'coach-%'`)
  await owner.query('create index on coaches (organization_id, k)')
  // The coach is also the client here, because the client does not affect an invoice.
  await owner.query(`
    insert into sessions (organization_id, coach_id, user_id, start_time, end_time, status, title, billable, search)
    select b.id, c.id, c.id, start, start + (1 + i % 8) * interval '15 minutes',
      (case i % 10 when 0 then 'Cancelled' when 1 then 'NoShow' else 'Completed' end)::session_status,
      'Session ' || i, i % 17 <> 0, ' session ' || i
    from billed b
    cross join generate_series(1, ${sessionsEach}) i
    join coaches c on c.organization_id = b.id and c.k = i % ${coachesEach}
    cross join lateral (select timestamptz '2026-10-04T00:00Z' + ((i * 97) % 2500) * interval '15 minutes' as start) s`)
  await owner.query('analyze sessions')
  await owner.query('analyze people')
}

/** Only the aggregate that every billing run needs: the minutes of each coach. */
export const bareAggregate = `
  select s.organization_id, s.coach_id,
    sum(extract(epoch from s.end_time - s.start_time) / 60) filter (where s.status = 'Completed' and s.billable) as billed,
    sum(extract(epoch from s.end_time - s.start_time) / 60) as coached
  from organizations o
  join sessions s on s.organization_id = o.id and s.status in ('Completed', 'NoShow')
    and s.start_time < timestamp '2026-11-01' at time zone o.time_zone
  group by 1, 2`

/** The expected invoice lines, calculated by the database from the sessions alone. */
export const expectedLines = `
  select coach_id, coalesce(billed, 0)::int as billed, (coached - coalesce(billed, 0))::int as unbilled,
    floor(coalesce(billed, 0) * o.rate_cents / 60 + 0.5)::bigint as subtotal
  from (${bareAggregate}) b join organizations o on o.id = b.organization_id`

/** Deletes everything that billing runs have written. */
export async function undoRuns(owner: pg.Client): Promise<void> {
  await owner.query(
    'truncate run_sessions, late_sessions, invoice_lines, invoice_history, payments, checkouts, invoices, billing_runs, mails',
  )
  await owner.query('update invoice_number set last = 0')
  await owner.query("update billing_clocks set start_date = null, begins_at = '-infinity', ends_at = null")
  await owner.query('delete from graphile_worker._private_jobs')
}
