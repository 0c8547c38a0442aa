import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { busyTimes as busyEntry } from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { Viewer } from '@parley/contract/rules/people/people.ts'
import { zoneAmong } from '@parley/contract/rules/time/time-zones.ts'
import { workingHours } from '@parley/contract/rules/time/working-hours.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { problem } from '#platform/http/problem.ts'
import { sweepRows } from '#platform/database/sweep.ts'
import { findSession, visibleTo, type SessionRow } from '#features/sessions/queries.ts'

export interface Times {
  start: Date
  end: Date
}

/**
 * Throws `clash` if one of these people is busy at that time. The text names the session only to a viewer who may see it.
 */
export async function checkFree(
  tx: Db,
  viewer: Viewer,
  people: readonly string[],
  { start, end }: Times,
  exceptId?: string,
): Promise<void> {
  // The lateral limit makes the planner search by person. With a plain join it searched by time alone.
  const { rows } = await sql<{ person_id: string; session_id: string }>`
    select b.person_id, b.session_id from unnest(${[...people]}::uuid[]) p cross join lateral (
      select * from session_busy where person_id = p and during && tstzrange(${start}, ${end})
        and session_id is distinct from ${exceptId ?? null}::uuid limit 1) b limit 1`.execute(tx)
  const taken = rows[0]
  if (taken) throw problem('clash', { text: await clashText(tx, viewer, taken) })
}

async function clashText(
  tx: Db,
  viewer: Viewer,
  taken: { person_id: string; session_id: string },
): Promise<string> {
  const seen = await tx
    .selectFrom('sessions as s')
    .innerJoin('people as p', (join) => join.on('p.id', '=', taken.person_id))
    .select(['s.title', 'p.first_name', 'p.last_name'])
    .where('s.id', '=', taken.session_id)
    .where(visibleTo(viewer))
    .executeTakeFirst()
  return seen
    ? `${seen.first_name} ${seen.last_name} is in '${seen.title}' at that time.`
    : 'That time is taken.'
}

export async function markBusy(
  tx: Db,
  sessionId: string,
  people: readonly string[],
  { start, end }: Times,
): Promise<void> {
  await sql`insert into session_busy (session_id, person_id, during)
    select ${sessionId}::uuid, p, tstzrange(${start}, ${end}) from unnest(${[...people]}::uuid[]) p`.execute(
    tx,
  )
}

export const markFree = (tx: Db, sessionId: string) =>
  tx.deleteFrom('session_busy').where('session_id', '=', sessionId).execute()

const busyKeptMs = 24 * 3_600_000

/**
 * Nobody can book into the past, so a row that ended more than a day ago is deleted, whether or not its session is settled.
 */
export const sweepBusy = (db: Db, now: number): Promise<number> =>
  sweepRows(db, 'session_busy', sql`upper(during) < ${new Date(now - busyKeptMs)}`)

/** The exclusion constraint decides: an overlap that `checkFree` missed is reported as the same clash. */
export function clashProblem(error: unknown): never {
  const isOverlap =
    error instanceof Error && 'constraint' in error && error.constraint === 'session_busy_no_overlap'
  throw isOverlap ? problem('clash') : error
}

const rangeMaxMs = 62 * 24 * 3_600_000

/** When people are busy, for choosing a time. Sessions that the viewer may not see appear only as busy. */
export async function busyTimes(
  ctx: Context<Person>,
  { people, range, except }: z.output<typeof busyEntry.query>,
) {
  const viewer = ctx.principal
  const [from, until] = range.map((instant) => new Date(instant)) as [Date, Date] // The schema gives a pair.
  if (until.getTime() - from.getTime() > rangeMaxMs || until <= from) throw problem('range_too_long')
  // People who are already in the session being moved stay in it without a new check, so the viewer may see their busy times
  // (docs/rules.md §4).
  const session = except === undefined ? undefined : await findSession(ctx.db, viewer, except)
  const rows = await ctx.db
    .selectFrom('people as p')
    .leftJoin('organizations as o', 'o.id', 'p.organization_id')
    .select(['p.id', 'p.first_name', 'p.time_zone', 'p.working_hours', 'o.time_zone as organization_zone'])
    .where('p.id', 'in', [...new Set(people)])
    .where((where) =>
      where.or([
        where.and([where('p.deleted_at', 'is', null), reach(viewer)]),
        ...(session ? [sql<boolean>`p.id = any(${[session.coach_id, ...idsOf(session)]}::uuid[])`] : []),
      ]),
    )
    .execute()
  if (rows.length < new Set(people).size) throw problem('session_people')
  const spans = await ctx.db
    .selectFrom('session_busy as b')
    .innerJoin('sessions as s', 's.id', 'b.session_id')
    .select([
      'b.person_id',
      's.id',
      's.title',
      's.start_time',
      's.end_time',
      sql<boolean>`${visibleTo(viewer)}`.as('is_seen'),
    ])
    .where(
      'b.person_id',
      'in',
      rows.map((row) => row.id),
    )
    .where(sql<boolean>`b.during && tstzrange(${from}, ${until})`)
    .$if(except !== undefined, (query) => query.where('s.id', '<>', except ?? ''))
    .orderBy('s.start_time')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    first_name: row.first_name,
    time_zone: zoneAmong(row.time_zone, row.organization_zone),
    working_hours: row.working_hours === null ? null : workingHours.parse(row.working_hours),
    busy: spans
      .filter((span) => span.person_id === row.id)
      .map((span) => ({
        start: span.start_time.toISOString(),
        end: span.end_time.toISOString(),
        session: span.is_seen ? { id: span.id, title: span.title } : null,
      })),
  }))
}

const idsOf = (row: SessionRow): string[] => row.participants.map((person) => person.id)

/** The people whom a viewer may book, the same as in `isInReach` of people-of-session.ts. */
const reach = (viewer: Viewer) => {
  if (isAtLeast(viewer.privs, 'Admin')) return sql<boolean>`true`
  if (isAtLeast(viewer.privs, 'OrgAdmin')) return sql<boolean>`p.organization_id = ${viewer.organizationId}`
  return sql<boolean>`(p.id = ${viewer.id} or p.coach_id = ${viewer.id})`
}
