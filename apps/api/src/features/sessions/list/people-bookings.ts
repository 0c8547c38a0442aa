import { sql } from 'kysely'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { Viewer } from '@parley/contract/rules/people/people.ts'
import type { Db } from '#platform/database/database.ts'
import type { Sql } from './branches.ts'
import { edgesOf, mondaysUntil } from './figures.ts'

/** A person's bookings, as a row of the people list shows them. */
export interface Bookings {
  nextSession: Date | null
  callsByWeek: number[]
}

interface ListedPerson {
  id: string
  /** The zone in which the person's weeks begin. */
  zone: string
  isClient: boolean
}

const weeksShown = 5

/**
 * The start of each client's next session, and how many calls each coach has had per week: this week and the four before it,
 * oldest first. Reads a few index entries per person, for the people of one page.
 */
export async function bookingsOf(
  db: Db,
  viewer: Viewer,
  people: readonly ListedPerson[],
  now: number,
): Promise<Map<string, Bookings>> {
  const found = new Map<string, Bookings>(
    people.map(({ id }) => [id, { nextSession: null, callsByWeek: [] }]),
  )
  const clients = people.filter(({ isClient }) => isClient)
  const staff = people.filter(({ isClient }) => !isClient)
  const [next, weeks] = await Promise.all([
    clients.length ? nextSessions(db, viewer, clients, now) : [],
    staff.length ? callsByWeek(db, viewer, staff, now) : [],
  ])
  for (const { id, start_time } of next) found.set(id, { nextSession: start_time, callsByWeek: [] })
  for (const { id, calls } of weeks) found.set(id, { nextSession: null, callsByWeek: calls })
  return found
}

/** The sessions `s` in the viewer's scope: a coach must not learn of a client's calls with another coach. */
function seenBy(viewer: Viewer): Sql {
  if (isAtLeast(viewer.privs, 'Admin')) return sql`true`
  return isAtLeast(viewer.privs, 'OrgAdmin')
    ? sql`s.organization_id = ${viewer.organizationId}`
    : sql`s.coach_id = ${viewer.id}`
}

async function nextSessions(db: Db, viewer: Viewer, people: readonly ListedPerson[], now: number) {
  const { rows } = await sql<{ id: string; start_time: Date }>`
    select p.id, n.start_time from unnest(${people.map(({ id }) => id)}::uuid[]) as p(id)
    cross join lateral (
      select s.start_time from sessions s
      where s.user_id = p.id and s.status = 'Scheduled' and s.start_time > ${new Date(now)} and ${seenBy(viewer)}
      order by s.start_time limit 1) n`.execute(db)
  return rows
}

/**
 * Week boundaries are computed here and not by the database, which may know other zones than we do. They account for clock
 * changes.
 */
async function callsByWeek(db: Db, viewer: Viewer, people: readonly ListedPerson[], now: number) {
  const edges = new Map(
    [...new Set(people.map(({ zone }) => zone))].map((zone) => [zone, weekEdges(zone, now)]),
  )
  const weeks = people.flatMap(({ id, zone }) => {
    const own = edges.get(zone) ?? []
    return own.slice(1).map((until, i) => ({ id, from: own[i], until }))
  })
  const { rows } = await sql<{ id: string; calls: number[] }>`
    select w.id, array_agg(n.calls order by w.start) as calls
    from unnest(${weeks.map(({ id }) => id)}::uuid[], ${weeks.map(({ from }) => from)}::timestamptz[],
      ${weeks.map(({ until }) => until)}::timestamptz[]) as w(id, start, until)
    cross join lateral (
      select count(*)::int as calls from sessions s
      where s.coach_id = w.id and s.status in ('Completed', 'Scheduled') and ${seenBy(viewer)}
        and s.start_time >= w.start and s.start_time < w.until) n
    group by w.id`.execute(db)
  return rows
}

/**
 * Cache of the current weeks of each zone. Computing them takes a tenth of a millisecond, and they hold until the next
 * Monday.
 */
const presentWeeks = new Map<string, Date[]>()

function weekEdges(zone: string, now: number): Date[] {
  const known = presentWeeks.get(zone)
  const [from, until] = known?.slice(-2) ?? []
  if (known && from && until && from.getTime() <= now && now < until.getTime()) return known
  const edges = edgesOf(mondaysUntil(dayIn(now, zone), weeksShown), zone)
  // Zone names can be spelt in many ways, so the cache is bounded.
  if (presentWeeks.size >= 1000) presentWeeks.clear()
  presentWeeks.set(zone, edges)
  return edges
}
