import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { inScope, ownSessions, type Sql } from './branches.ts'
import type { Scope } from './list-query.ts'
import { dayRange, daysLater, weekStart } from '@parley/contract/rules/time/clock-times.ts'

const hour_ms = 3_600_000

export interface Figures {
  completed: number
  scheduled: number
  noShow: number
  minutes: number
}

/** The numbers of completed, missed and Scheduled sessions between each edge and the next. */
export async function figuresBetween(db: Db, scope: Scope, edges: readonly Date[]): Promise<Figures[]> {
  const { rows } = await sql<{
    at: number
    completed: string | null
    scheduled: string | null
    no_show: string | null
    minutes: string | null
  }>`
    select width_bucket(f.at, ${edges}::timestamptz[]) as at,
      sum(f.n) filter (where f.status = 'Completed') as completed,
      sum(f.n) filter (where f.status = 'Scheduled') as scheduled,
      sum(f.n) filter (where f.status = 'NoShow') as no_show,
      sum(f.minutes) filter (where f.status = 'Completed') as minutes
    from (${countedIn(scope, edges)}) f
    where f.at >= ${edges[0]} and f.at < ${edges.at(-1)}
    group by 1`.execute(db)
  const figures: Figures[] = edges.slice(1).map(() => ({ completed: 0, scheduled: 0, noShow: 0, minutes: 0 }))
  for (const row of rows)
    figures[row.at - 1] = {
      completed: Number(row.completed ?? 0),
      scheduled: Number(row.scheduled ?? 0),
      noShow: Number(row.no_show ?? 0),
      minutes: Math.round(Number(row.minutes ?? 0)),
    }
  return figures
}

/** Rows of time, status, count and minutes: one row per session, or for the scope of all one per hour. */
function countedIn(scope: Scope, edges: readonly Date[]): Sql {
  if (scope.kind === 'all') return hoursIn(edges)
  const of =
    scope.kind === 'own' ? ownSessions(scope.personId) : sql`select * from sessions s where ${inScope(scope)}`
  return sql`${single} from (${of}) s
    where ${counts} and s.start_time >= ${edges[0]} and s.start_time < ${edges.at(-1)}`
}

const single = sql`select s.start_time as at, s.status, 1 as n,
  extract(epoch from s.end_time - s.start_time) / 60 as minutes`

/** Cancelled sessions are not counted. */
const counts = sql`s.status in ('Completed', 'NoShow', 'Scheduled')`

/**
 * Kept numbers plus the deltas since. An hour that an edge cuts in two, as in a zone with a half-hour offset, is read from
 * its sessions instead.
 */
function hoursIn(edges: readonly Date[]): Sql {
  const cut = edges.flatMap((edge) => {
    const since = edge.getTime() % hour_ms
    return since === 0 ? [] : [new Date(edge.getTime() - since)]
  })
  return sql`
    select s.hour as at, s.status, s.n, s.minutes from (
      select hour, status, n, minutes from session_hours
      where hour >= ${edges[0]} and hour < ${edges.at(-1)}
      union all
      select hour, status, n, minutes from session_hour_deltas
    ) s where ${counts} and s.hour <> all(${cut}::timestamptz[])
    union all
    select x.* from (select distinct unnest(${cut}::timestamptz[]) as hour) c cross join lateral (
      ${single} from sessions s
      where ${counts} and s.start_time >= c.hour and s.start_time < c.hour + interval '1 hour') x`
}

/** Folds the deltas into the kept numbers. */
export async function foldSessionHours(db: Db): Promise<void> {
  await sql`
    with d as (delete from session_hour_deltas returning *)
    insert into session_hours as k (hour, status, n, minutes)
    select hour, status, sum(n), sum(minutes) from d group by 1, 2
    on conflict (hour, status) do update set n = k.n + excluded.n, minutes = k.minutes + excluded.minutes`.execute(
    db,
  )
}

/** The Mondays of this week and the weeks before it, oldest first. */
export const mondaysUntil = (today: string, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, i) => daysLater(weekStart(today), 7 * (i + 1 - weeks)))

/** The midnights at which these weeks begin in a zone, and the one at which the last week ends. */
export const edgesOf = (mondays: readonly string[], zone: string): Date[] =>
  [...mondays, ...mondays.slice(-1).map((day) => daysLater(day, 7))].map(
    (day) => new Date(dayRange(day, zone)[0]),
  )
