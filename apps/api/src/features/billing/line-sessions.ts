import { sql } from 'kysely'
import { lineSessionsMax, type LineSession } from '@parley/contract/billing.ts'
import { countedAs } from '@parley/contract/rules/billing/billing.ts'
import { presencesOf, sessionRows } from '#features/sessions/sessions.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { readInvoice } from './invoices.ts'
import { coachStayed } from '@parley/contract/rules/calls/presence.ts'
import { personName } from '@parley/contract/rules/people/people.ts'
import type { Db } from '#platform/database/database.ts'

/** The sessions behind a line, each as it was billed. An invoice that was issued again has none: they are on the new one. */
export async function sessionsOfLine(
  ctx: Context<Person>,
  invoiceId: string,
  coachId: string,
): Promise<LineSession[]> {
  const invoice = await readInvoice(ctx, invoiceId)
  if (invoice.reissued_as) return []
  const taken = await ctx.db
    .selectFrom('run_sessions as t')
    .innerJoin('billing_runs as r', 'r.id', 't.run_id')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select(['t.session_id', 't.status', 't.billable', 't.coach_stayed', 't.minutes', 's.start_time'])
    .select((is) => is('s.start_time', '<', is.ref('r.begins_at')).as('is_late'))
    .where('t.run_id', '=', invoice.run_id)
    .where('t.coach_id', '=', coachId)
    .orderBy('s.start_time', 'desc')
    .orderBy('t.session_id')
    .limit(lineSessionsMax)
    .execute()
  const ids = taken.map((row) => row.session_id)
  const [rows, presences, stays] = await Promise.all([
    sessionRows(ctx.db, ctx.principal, ids),
    presencesOf(ctx.db, ids, ctx.now),
    // A device check opens the call's room, so only a stay in it counts as a record.
    ctx.db
      .selectFrom('presence')
      .select('session_id')
      .distinct()
      .where(sql<boolean>`session_id = any(${ids}::uuid[])`)
      .where('joined_at', 'is not', null)
      .execute(),
  ])
  const recorded = new Set(stays.map((stay) => stay.session_id))
  const shown = new Map(rows.map((row) => [row.id, row]))
  const terms = { rate: invoice.rate_cents, noShowBilled: invoice.no_show_billed }
  return taken.toReversed().flatMap((row) => {
    const session = shown.get(row.session_id)
    // Scheduled sessions are in no run.
    if (!session || row.status === 'Scheduled') return []
    const counted = countedAs({ ...row, coachStayed: row.coach_stayed }, terms)
    return {
      id: row.session_id,
      title: session.title,
      start_time: row.start_time.toISOString(),
      status: row.status,
      billable: row.billable,
      client: session.participants.map(personName).join(', '),
      scheduled: row.minutes,
      present: recorded.has(row.session_id)
        ? Math.floor((presences.get(row.session_id)?.bothMs ?? 0) / 60_000)
        : null,
      billed: counted === 'billed' ? row.minutes : 0,
      isLate: Boolean(row.is_late),
    }
  })
}

/** The no-shows among these for which the coach was there. */
export async function stayedAmong(db: Db, sessionIds: readonly string[], now: number): Promise<string[]> {
  if (sessionIds.length === 0) return []
  const presences = await presencesOf(db, sessionIds, now)
  return [...presences].flatMap(([id, presence]) => (coachStayed(presence) ? id : []))
}
