import { sql } from 'kysely'
import { dayIn, dayRange } from '@parley/contract/rules/time/clock-times.ts'
import { zoneAmong } from '@parley/contract/rules/time/time-zones.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { ownSessions } from './branches.ts'
import { figuresBetween, edgesOf, mondaysUntil } from './figures.ts'
import { scopeOf, type Scope } from './list-query.ts'

const weeksShown = 8
const rateDays = 28
const day_ms = 86_400_000
const hour_ms = 3_600_000

/**
 * Figures of the viewer's scope, or with `owned` of the viewer's own sessions only. Weeks begin on Monday in the viewer's
 * zone (docs/rules.md §3, §4).
 */
export async function sessionProgress(
  { db, principal, now }: Context<Person>,
  { owned }: { owned?: boolean | undefined },
) {
  const scope = scopeOf(principal, owned)
  const { time_zone, organization } = principal.profile
  const zone = zoneAmong(time_zone, organization?.time_zone)
  const mondays = mondaysUntil(dayIn(now, zone), weeksShown)
  const edges = edgesOf(mondays, zone)
  // Four spans of seven days that end now, so that the charts add up to the rates beside them. Where whole hours are
  // counted, the current hour is included.
  const end = scope.kind === 'all' ? Math.ceil(now / hour_ms) * hour_ms : now
  const sevens = Array.from({ length: rateDays / 7 }, (_, i) => end - rateDays * day_ms + 7 * i * day_ms)
  const [weeks, rates, totals, ahead] = await Promise.all([
    figuresBetween(db, scope, edges),
    figuresBetween(
      db,
      scope,
      [...sevens, end].map((at) => new Date(at)),
    ),
    totalsOf(db, scope, principal.id),
    aheadOf(db, scope, now, { today: dayRange(dayIn(now, zone), zone), weekEnd: edges.at(-1) }),
  ])
  return {
    weeks: mondays.map((start, i) => ({
      start,
      calls: (weeks[i]?.completed ?? 0) + (weeks[i]?.scheduled ?? 0),
      minutes: weeks[i]?.minutes ?? 0,
    })),
    completed: sum(rates.map((one) => one.completed)),
    noShow: sum(rates.map((one) => one.noShow)),
    rates: sevens.map((at, i) => ({
      start: dayIn(at, zone),
      completed: rates[i]?.completed ?? 0,
      noShow: rates[i]?.noShow ?? 0,
    })),
    ...totals,
    ...ahead,
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

/**
 * The number of the viewer's own sessions in any status, and the minutes of the completed ones. For a wider scope nobody
 * needs these.
 */
async function totalsOf(db: Db, scope: Scope, viewerId: string) {
  if (scope.kind !== 'own') {
    const { rows } = await sql`select from (${ownSessions(viewerId)}) s limit 1`.execute(db)
    return { total: null, minutesTotal: null, hasOwn: rows.length > 0 }
  }
  const { rows } = await sql<{ total: string; minutes: string | null }>`
    select count(*) as total,
      sum(extract(epoch from s.end_time - s.start_time) / 60) filter (where s.status = 'Completed') as minutes
    from (${ownSessions(viewerId)}) s`.execute(db)
  const total = Number(rows[0]?.total ?? 0)
  return { total, minutesTotal: Math.round(Number(rows[0]?.minutes ?? 0)), hasOwn: total > 0 }
}

interface Ahead {
  today: readonly [number, number]
  weekEnd: Date | undefined
}

/** The number of today's calls, and of those still to come this week. */
async function aheadOf(db: Db, scope: Scope, now: number, { today, weekEnd = new Date(now) }: Ahead) {
  const [[day], [rest]] = await Promise.all([
    figuresBetween(
      db,
      scope,
      today.map((at) => new Date(at)),
    ),
    figuresBetween(db, scope, [new Date(now + 1), weekEnd]),
  ])
  return { today: (day?.completed ?? 0) + (day?.scheduled ?? 0), toCome: rest?.scheduled ?? 0 }
}
