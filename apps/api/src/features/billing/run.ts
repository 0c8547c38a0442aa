import { sql } from 'kysely'
import { billOf, type CoachedTime } from '@parley/contract/rules/billing/billing.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import type { Config } from '#platform/process/config.ts'
import type { Platform } from '#platform/process/context.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueueAll } from '#platform/jobs/jobs.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { system } from '#platform/audit/audit.ts'
import { note } from './history.ts'
import { dueOrganizations, lockDue, moveOn, type DuePeriod } from './due.ts'
import { issue, type Issuing, type NewInvoice } from './issue.ts'
import { stayedAmong } from './line-sessions.ts'

/**
 * How many organizations are billed in one transaction. A killed batch starts over, and settling a session waits for at most
 * one batch.
 */
const atOnceMax = 50

interface Running extends Pick<Platform, 'clock'> {
  database: Pick<Database, 'db'>
  config: Pick<Config, 'invoiceFrom'>
}

/**
 * Runs every period that is over, oldest first. There is one run for each organization and month, even if this is started
 * often, is cut off or runs twice at once: each run goes by its organization's clock, which moves on in the same
 * transaction.
 */
export async function runBilling({ database: { db }, config, clock }: Running): Promise<void> {
  const issuing = () => ({ from: config.invoiceFrom, now: clock() })
  const failures = new Map<string, unknown>()
  for (;;) {
    const due = await dueOrganizations(db, clock(), atOnceMax, new Set(failures.keys()))
    if (due.length === 0) break
    await runFor(db, due, issuing()).catch(async () => {
      // One organization makes the batch fail, so each is run alone and no other waits for it.
      for (const organizationId of due)
        await runFor(db, [organizationId], issuing()).catch((error: unknown) =>
          failures.set(organizationId, error),
        )
    })
  }
  if (failures.size === 0) return
  const told = [...failures].map(([organizationId, error]) => `${organizationId}: ${String(error)}`)
  throw new AggregateError(failures.values(), `billing failed for ${told.join('; ')}`)
}

/** Runs at most one period for each of these organizations. */
export const runFor = (
  db: Database['db'],
  organizationIds: readonly string[],
  issuing: Issuing,
): Promise<void> => inTransaction(db, (tx) => runSome(tx, organizationIds, issuing))

async function runSome(tx: Db, organizationIds: readonly string[], issuing: Issuing): Promise<void> {
  const { now } = issuing
  const due = await lockDue(tx, organizationIds, now)
  if (due.length === 0) return
  const runs = await writeRuns(tx, due, now)
  const runIds = [...runs.keys()]
  await takeSessions(tx, runIds)
  await noteStayed(tx, runIds, now)
  await moveOn(tx, due)
  const times = await coachedTimes(tx, runIds)
  const invoices = [...runs].flatMap(([runId, run]): NewInvoice[] => {
    const bill = billOf(times.get(runId) ?? [], run.terms)
    return bill.billed > 0 ? [{ ...run, runId, bill, due: dayIn(now, run.zone) }] : []
  })
  const ids = await issue(tx, invoices, issuing)
  const noted = ids.map((invoiceId, i) => ({
    invoiceId,
    organizationId: invoices[i]?.organizationId ?? '',
    action: 'issued' as const,
  }))
  await note(tx, system, now, noted)
  await enqueueAll(
    tx,
    'billing.send',
    ids.map((invoiceId) => ({ invoiceId })),
  )
}

async function writeRuns(tx: Db, due: readonly DuePeriod[], now: number): Promise<Map<string, DuePeriod>> {
  const given = due.map(({ organizationId, period, endsAt, terms }) => ({
    organization_id: organizationId,
    start_date: period.start,
    end_date: period.end,
    ends_at: new Date(endsAt),
    rate_cents: terms.rate,
    no_show_billed: terms.noShowBilled,
  }))
  const { rows } = await sql<{ id: string; organization_id: string }>`
    insert into billing_runs
      (organization_id, start_date, end_date, begins_at, ends_at, rate_cents, no_show_billed, ran_at)
    select n.organization_id, n.start_date, n.end_date, c.begins_at, n.ends_at, n.rate_cents, n.no_show_billed,
      ${new Date(now)}
    from json_to_recordset(${JSON.stringify(given)}) as
      n(organization_id uuid, start_date date, end_date date, ends_at timestamptz, rate_cents integer, no_show_billed boolean)
    join billing_clocks c on c.organization_id = n.organization_id
    order by n.organization_id
    returning id, organization_id`.execute(tx)
  const byOrganization = new Map(due.map((one) => [one.organizationId, one]))
  return new Map(
    rows.flatMap(({ id, organization_id }) => {
      const one = byOrganization.get(organization_id)
      return one ? [[id, one] as const] : []
    }),
  )
}

const taken = sql`s.id, r.id, s.coach_id, s.status, s.billable, false, extract(epoch from s.end_time - s.start_time) / 60`

/**
 * Takes the settled sessions of the period, and those of earlier periods that were settled late. From now on they belong to
 * this run and to no other.
 */
async function takeSessions(tx: Db, runIds: readonly string[]): Promise<void> {
  await sql`
    insert into run_sessions (session_id, run_id, coach_id, status, billable, coach_stayed, minutes)
    select ${taken} from billing_runs r
    join sessions s on s.organization_id = r.organization_id and s.status in ('Completed', 'NoShow')
      and s.start_time >= r.begins_at and s.start_time < r.ends_at
    where r.id = any(${runIds}::uuid[])
    union all
    select ${taken} from billing_runs r
    join late_sessions l on l.organization_id = r.organization_id
    join sessions s on s.id = l.session_id
    where r.id = any(${runIds}::uuid[])`.execute(tx)
  await sql`
    delete from late_sessions l using billing_runs r
    where r.id = any(${runIds}::uuid[]) and l.organization_id = r.organization_id`.execute(tx)
}

/** Records for which no-shows the coach was there, if the organization's policy asks for it. */
export async function noteStayed(tx: Db, runIds: readonly string[], now: number): Promise<void> {
  const noShows = await tx
    .selectFrom('run_sessions as t')
    .innerJoin('billing_runs as r', 'r.id', 't.run_id')
    .select('t.session_id')
    .where(sql<boolean>`t.run_id = any(${runIds}::uuid[])`)
    .where('r.no_show_billed', '=', true)
    .where('t.status', '=', 'NoShow')
    .where('t.billable', '=', true)
    .execute()
  const stayed = await stayedAmong(
    tx,
    noShows.map(({ session_id }) => session_id),
    now,
  )
  if (stayed.length === 0) return
  await tx
    .updateTable('run_sessions')
    .set({ coach_stayed: true })
    .where(sql<boolean>`session_id = any(${stayed}::uuid[])`)
    .execute()
}

/** The minutes of each run; sessions that are alike are added up. */
export async function coachedTimes(tx: Db, runIds: readonly string[]): Promise<Map<string, CoachedTime[]>> {
  const rows = await tx
    .selectFrom('run_sessions')
    .select(['run_id', 'coach_id', 'status', 'billable', 'coach_stayed'])
    .select(sql<string>`sum(minutes)`.as('minutes'))
    .where(sql<boolean>`run_id = any(${runIds}::uuid[])`)
    .groupBy(['run_id', 'coach_id', 'status', 'billable', 'coach_stayed'])
    .execute()
  const times = Map.groupBy(rows, (row) => row.run_id)
  return new Map(
    [...times].map(([runId, of]) => [
      runId,
      of.map((row) => ({
        coachId: row.coach_id,
        status: row.status,
        billable: row.billable,
        coachStayed: row.coach_stayed,
        minutes: Number(row.minutes),
      })),
    ]),
  )
}
