import { sql } from 'kysely'
import {
  instantsOf,
  periodAfter,
  periodOf,
  termsFor,
  type Period,
} from '@parley/contract/rules/billing/billing-periods.ts'
import type { Terms } from '@parley/contract/rules/billing/billing.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { formerTerms, termsInTimeOf } from '#features/organizations/organizations.ts'
import type { Db } from '#platform/database/database.ts'
import { lockBilling } from '#platform/database/locks.ts'

/** How long after its end a period is billed: sessions that began in its last evening are settled by then. */
const pauseMs = 3 * 3_600_000

/** A period of an organization that is due for billing. */
export interface DuePeriod {
  organizationId: string
  zone: string
  period: Period
  /** The period's end by the organization's clock. It begins where the one before it ended. */
  endsAt: number
  terms: Terms
  billedName: string
  billedAddress: string
}

/** Organizations whose period may be over or whose clock was never set. Those in `failed` are left for another time. */
export const dueOrganizations = (
  db: Db,
  now: number,
  atMost: number,
  failed: ReadonlySet<string>,
): Promise<string[]> =>
  db
    .selectFrom('billing_clocks')
    .select('organization_id')
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '<=', new Date(now - pauseMs))]))
    .where(sql<boolean>`organization_id <> all(${[...failed]}::uuid[])`)
    .orderBy('ends_at', (by) => by.asc().nullsFirst())
    .limit(atMost)
    .execute()
    .then((rows) => rows.map((row) => row.organization_id))

/** Locks the billing of these organizations, sets the clocks that were not set, and returns the periods that are due. */
export async function lockDue(tx: Db, organizationIds: readonly string[], now: number): Promise<DuePeriod[]> {
  await lockBilling(tx, organizationIds)
  const rows = await readClocks(tx, organizationIds)
  const clocks = rows.map((row) => {
    const period = periodOn(row)
    const [, endsAt] = instantsOf(period, row.time_zone)
    return { row, period, beginsAt: beginOf(row, period), endsAt }
  })
  await setClocks(
    tx,
    clocks.map(({ row, period, beginsAt, endsAt }) => ({
      organization_id: row.organization_id,
      start_date: period.start,
      begins_at: new Date(beginsAt),
      ends_at: new Date(endsAt),
    })),
  )
  return clocks
    .filter(({ endsAt }) => endsAt <= now - pauseMs)
    .map(({ row, period, endsAt }) => ({
      organizationId: row.organization_id,
      zone: row.time_zone,
      period,
      endsAt,
      terms: termsFor(termsInTimeOf(row), period),
      billedName: row.display_name,
      billedAddress: row.billing_address,
    }))
}

/** The period of an organization that has not been billed yet, with its terms. */
export async function openPeriod(db: Db, organizationId: string) {
  const [row] = await readClocks(db, [organizationId])
  if (!row) throw new Error(`organization ${organizationId} has no billing clock`)
  const period = periodOn(row)
  const beginsAt = beginOf(row, period)
  return { period, beginsAt, zone: row.time_zone, terms: termsFor(termsInTimeOf(row), period) }
}

/** Moves the clocks on to the period after these. */
export const moveOn = (tx: Db, done: readonly DuePeriod[]): Promise<void> =>
  setClocks(
    tx,
    done.map(({ organizationId, period, endsAt, zone }) => {
      const next = periodAfter(period)
      return {
        organization_id: organizationId,
        start_date: next.start,
        begins_at: new Date(endsAt),
        ends_at: new Date(instantsOf(next, zone)[1]),
      }
    }),
  )

interface ClockChange {
  organization_id: string
  start_date: string
  begins_at: Date
  ends_at: Date
}

async function setClocks(tx: Db, changes: readonly ClockChange[]): Promise<void> {
  await sql`
    update billing_clocks c
    set start_date = n.start_date, begins_at = n.begins_at, ends_at = n.ends_at
    from json_to_recordset(${JSON.stringify(changes)}) as
      n(organization_id uuid, start_date date, begins_at timestamptz, ends_at timestamptz)
    where c.organization_id = n.organization_id
      and (c.start_date, c.begins_at, c.ends_at) is distinct from (n.start_date, n.begins_at, n.ends_at)`.execute(
    tx,
  )
}

const readClocks = (tx: Db, organizationIds: readonly string[]) =>
  tx
    .selectFrom('billing_clocks as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .select([
      'c.organization_id',
      sql<string | null>`c.start_date::text`.as('start_date'),
      sql<Date | null>`nullif(c.begins_at, '-infinity')`.as('begins_at'),
    ])
    .select([
      'o.time_zone',
      'o.created_at',
      'o.display_name',
      'o.billing_address',
      'o.rate_cents',
      'o.no_show_billed',
    ])
    .select(formerTerms.as('former'))
    .where(sql<boolean>`c.organization_id = any(${organizationIds}::uuid[])`)
    .orderBy('c.organization_id')
    .execute()

/** The first period is the month in which the organization was created. */
const periodOn = (row: { start_date: string | null; created_at: Date; time_zone: string }): Period =>
  periodOf(row.start_date ?? dayIn(row.created_at.getTime(), row.time_zone))

/** Each period begins where the last one ended. The first begins with its month and takes nothing from before. */
const beginOf = (row: { begins_at: Date | null; time_zone: string }, period: Period): number =>
  row.begins_at?.getTime() ?? instantsOf(period, row.time_zone)[0]
