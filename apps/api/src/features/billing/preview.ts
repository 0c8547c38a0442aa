import { sql } from 'kysely'
import type { LineItem, Preview } from '@parley/contract/billing.ts'
import { instantsOf, type Period } from '@parley/contract/rules/billing/billing-periods.ts'
import {
  billOf,
  countedAs,
  type Bill,
  type CoachedTime,
  type Terms,
} from '@parley/contract/rules/billing/billing.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { openPeriod } from './due.ts'
import { checkOrganization } from './invoices.ts'
import { stayedAmong } from './line-sessions.ts'
import { lineName } from './queries.ts'

/** The bill so far of the period that has not been run yet, by the same calculator as its invoice. */
export async function previewOf(ctx: Context<Person>, organizationId: string): Promise<Preview> {
  await checkOrganization(ctx, organizationId)
  const { period, beginsAt, zone, terms } = await openPeriod(ctx.db, organizationId)
  const times = await settledTimes(ctx.db, { organizationId, period, beginsAt, zone, terms }, ctx.now)
  const bill = billOf(times, terms)
  return {
    start_date: period.start,
    end_date: period.end,
    rate: terms.rate,
    no_show_billed: terms.noShowBilled,
    amount: bill.amount,
    billed_time: bill.billed,
    unbilled_time: bill.unbilled,
    line_items: await lineItems(ctx.db, bill),
    days: daysOf(times, terms),
  }
}

interface OpenPeriod {
  organizationId: string
  period: Period
  beginsAt: number
  zone: string
  terms: Terms
}

interface DayTime extends CoachedTime {
  day: string
}

/** Settled sessions that are in no run yet; those of a day that are alike are added up. */
async function settledTimes(db: Db, asked: OpenPeriod, now: number): Promise<DayTime[]> {
  const { zone, terms } = asked
  const stayed = terms.noShowBilled ? await stayedIn(db, asked, now) : []
  const { rows } = await sql<{
    day: string
    coach_id: string
    status: 'Completed' | 'NoShow'
    billable: boolean
    coach_stayed: boolean
    minutes: string
  }>`
    select (start_time at time zone ${zone})::date::text as day, coach_id, status, billable,
      id = any(${stayed}::uuid[]) as coach_stayed, sum(extract(epoch from end_time - start_time) / 60)::int as minutes
    from (${open(asked)}) s
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(db)
  return rows.map((row) => ({
    day: row.day,
    coachId: row.coach_id,
    status: row.status,
    billable: row.billable,
    coachStayed: row.coach_stayed,
    minutes: Number(row.minutes),
  }))
}

/** The settled sessions that the run of this period would take. */
const open = ({ organizationId, period, beginsAt, zone }: OpenPeriod) => sql`
  select s.* from sessions s
  where s.organization_id = ${organizationId} and s.status in ('Completed', 'NoShow')
    and s.start_time >= ${new Date(beginsAt)} and s.start_time < ${new Date(instantsOf(period, zone)[1])}
  union all
  select s.* from late_sessions l join sessions s on s.id = l.session_id where l.organization_id = ${organizationId}`

async function stayedIn(db: Db, asked: OpenPeriod, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${open(asked)}) s where status = 'NoShow' and billable`.execute(db)
  return stayedAmong(
    db,
    rows.map((row) => row.id),
    now,
  )
}

async function lineItems(db: Db, { lines }: Bill): Promise<LineItem[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, ${lineName} as name from people p where p.id = any(${lines.map((line) => line.coachId)}::uuid[])`.execute(
    db,
  )
  const names = new Map(rows.map((row) => [row.id, row.name]))
  return lines
    .map((line) => ({
      coach_id: line.coachId,
      name: names.get(line.coachId) ?? '',
      coached_time: line.billed + line.unbilled,
      billed_time: line.billed,
      unbilled_time: line.unbilled,
      subtotal: line.subtotal,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || (a.coach_id < b.coach_id ? -1 : 1))
}

function daysOf(times: readonly DayTime[], terms: Terms): Preview['days'] {
  const days = new Map<string, number>()
  for (const time of times)
    if (countedAs(time, terms) === 'billed') days.set(time.day, (days.get(time.day) ?? 0) + time.minutes)
  return [...days].map(([day, billed_time]) => ({ day, billed_time }))
}
