import { sql } from 'kysely'
import { dayIn, dayRange } from '@parley/contract/rules/clock-times.ts'
import { zoneAmong } from '@parley/contract/rules/time-zones.ts'
import type { Context, Person } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { ownSessions } from './branches.ts'
import { edgesOf, mondaysUntil } from './weeks.ts'

const weeksShown = 8
const rateDays = 28
const day_ms = 86_400_000

/** Figures of the viewer's own sessions. Weeks begin on Monday in the viewer's zone (docs/rules.md §3). */
export async function sessionProgress({ db, principal, now }: Context<Person>) {
  const { time_zone, organization } = principal.profile
  const zone = zoneAmong(time_zone, organization?.time_zone)
  const mondays = mondaysUntil(dayIn(now, zone), weeksShown)
  // Four times seven days that end now, so that the charts add up to the rates beside them.
  const sevens = Array.from({ length: rateDays / 7 }, (_, i) => now - rateDays * day_ms + 7 * i * day_ms)
  const [weeks, rates, totals, ahead] = await Promise.all([
    figuresBetween(db, principal.id, edgesOf(mondays, zone)),
    figuresBetween(
      db,
      principal.id,
      [...sevens, now].map((at) => new Date(at)),
    ),
    totalsOf(db, principal.id),
    aheadOf(db, principal.id, now, { today: dayRange(dayIn(now, zone), zone), week: edgesOf(mondays, zone) }),
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

interface Figures {
  completed: number
  scheduled: number
  noShow: number
  minutes: number
}

/** What was completed or missed between each edge and the next, or is still to come. */
async function figuresBetween(db: Db, personId: string, edges: readonly Date[]): Promise<Figures[]> {
  const { rows } = await sql<{
    at: number
    completed: string
    scheduled: string
    no_show: string
    minutes: string | null
  }>`
    select width_bucket(s.start_time, ${edges}::timestamptz[]) as at,
      count(*) filter (where s.status = 'Completed') as completed,
      count(*) filter (where s.status = 'Scheduled') as scheduled,
      count(*) filter (where s.status = 'NoShow') as no_show,
      sum(extract(epoch from s.end_time - s.start_time) / 60) filter (where s.status = 'Completed') as minutes
    from (${ownSessions(personId)}) s
    where s.status <> 'Cancelled' and s.start_time >= ${edges[0]} and s.start_time < ${edges.at(-1)}
    group by 1`.execute(db)
  const figures: Figures[] = edges.slice(1).map(() => ({ completed: 0, scheduled: 0, noShow: 0, minutes: 0 }))
  for (const row of rows)
    figures[row.at - 1] = {
      completed: Number(row.completed),
      scheduled: Number(row.scheduled),
      noShow: Number(row.no_show),
      minutes: Math.round(Number(row.minutes ?? 0)),
    }
  return figures
}

/** All owned sessions of any status, and the minutes of the completed ones. */
async function totalsOf(db: Db, personId: string): Promise<{ total: number; minutesTotal: number }> {
  const { rows } = await sql<{ total: string; minutes: string | null }>`
    select count(*) as total,
      sum(extract(epoch from s.end_time - s.start_time) / 60) filter (where s.status = 'Completed') as minutes
    from (${ownSessions(personId)}) s`.execute(db)
  return { total: Number(rows[0]?.total ?? 0), minutesTotal: Math.round(Number(rows[0]?.minutes ?? 0)) }
}

interface Ahead {
  today: readonly [number, number]
  week: readonly Date[]
}

/** The calls of this day, and those that this week has still to come. */
async function aheadOf(db: Db, personId: string, now: number, { today, week }: Ahead) {
  const [from, until] = today.map((at) => new Date(at))
  const { rows } = await sql<{ today: string; to_come: string }>`
    select count(*) filter (where s.start_time >= ${from} and s.start_time < ${until}
        and s.status in ('Completed', 'Scheduled')) as today,
      count(*) filter (where s.start_time > ${new Date(now)} and s.status = 'Scheduled') as to_come
    from (${ownSessions(personId)}) s
    where s.start_time >= ${week.at(-2)} and s.start_time < ${week.at(-1)}`.execute(db)
  return { today: Number(rows[0]?.today ?? 0), toCome: Number(rows[0]?.to_come ?? 0) }
}
