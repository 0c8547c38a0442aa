import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type {
  calendarSessions as calendarEntry,
  scheduledToday as todayEntry,
  Session,
} from '@parley/contract/sessions/sessions.ts'
import { sessionLengthMaxMs } from '@parley/contract/rules/sessions/sessions.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'
import { ownBranches, scopeBranches } from '#features/sessions/list/branches.ts'
import { countInScope } from '#features/sessions/list/counts.ts'
import { allStatuses, scopeOf, type Conditions, type Scope } from '#features/sessions/list/list-query.ts'
import { idsOf, presentAll } from '#features/sessions/list/list.ts'

const rangeMaxMs = 62 * 86_400_000
const entriesMax = 1000

type Range = readonly [string, string]

/** The sessions of one calendar page, by time. Each given range must hold; ranges are half-open (docs/rules.md §4). */
export async function calendarSessions(
  ctx: Context<Person>,
  { start_time_range, end_time_range, owned }: z.output<typeof calendarEntry.query>,
): Promise<Session[]> {
  if (!start_time_range && !end_time_range) throw problem('range_missing')
  const scope = scopeOf(ctx.principal, owned)
  const conditions = {
    statuses: allStatuses,
    ...(end_time_range ? endsIn(end_time_range) : {}),
    ...(start_time_range ? startsIn(start_time_range, end_time_range) : {}),
  }
  const ids = await firstIds(ctx, scope, conditions, entriesMax + 1)
  if (ids.length > entriesMax) throw problem('range_too_full')
  return presentAll(ctx, ids)
}

/** How many Scheduled sessions of the scope start in this range. */
export async function scheduledToday(
  ctx: Context<Person>,
  { range }: z.output<typeof todayEntry.query>,
): Promise<{ scheduled: number }> {
  const conditions = { statuses: ['Scheduled'] as const, ...startsIn(range) }
  const { entryCount } = await countInScope(ctx.db, scopeOf(ctx.principal), conditions)
  return { scheduled: entryCount }
}

function startsIn(range: Range, ends?: Range) {
  const [from, until] = datesOf(range)
  if (!ends) return { from, until }
  const { from: earliest, until: latest } = endsIn(ends)
  return { from: from > earliest ? from : earliest, until: until < latest ? until : latest }
}

/** The indexes are by start. No session is longer than 8 hours, so a range of ends also bounds the start. */
function endsIn(range: Range) {
  const [endsFrom, endsBefore] = datesOf(range)
  return { endsFrom, endsBefore, from: new Date(endsFrom.getTime() - sessionLengthMaxMs), until: endsBefore }
}

function datesOf(range: Range): [Date, Date] {
  const [from, until] = [new Date(range[0]), new Date(range[1])]
  if (until.getTime() - from.getTime() > rangeMaxMs) throw problem('range_too_long')
  return [from, until]
}

/** The ids of the first sessions of a scope, by time ascending. */
export function firstIds(ctx: Context<Person>, scope: Scope, conditions: Conditions, reach: number) {
  const given = { conditions, isDescending: false, reach }
  const found = scope.kind === 'own' ? ownBranches(scope.personId, given) : scopeBranches(scope, given)
  return idsOf(ctx.db, sql`select id from (${found}) u order by start_time, id limit ${reach}`)
}
