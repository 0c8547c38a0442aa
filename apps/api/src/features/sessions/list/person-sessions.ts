import { sql } from 'kysely'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { Viewer } from '@parley/contract/rules/people/people.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { personInScope } from '#features/people/people.ts'
import { futureIds, presentFuture } from '#features/sessions/booking/settle.ts'
import { sessionRows, visibleTo } from '#features/sessions/queries.ts'
import { branches, conditionsHold, turned, type Sql } from './branches.ts'
import type { Conditions } from './list-query.ts'
import { idsOf, presentAll } from './list.ts'

type When = 'next' | 'past'

/** How many sessions of each kind a person's page shows. */
const shown = 5
/** No session is longer, so everything that began before that is over. */
const lengthMaxMs = 8 * 3_600_000

/** A person's next or past sessions, as far as the viewer may see them. */
export async function personSessions(ctx: Context<Person>, personId: string, when: When): Promise<Session[]> {
  await personInScope(ctx, personId)
  return presentAll(ctx, await idsOf(ctx.db, found(ctx.principal, personId, when, ctx.now)))
}

/** The coming sessions of a person who is about to be deleted or moved, as far as the viewer may see them. */
export async function futureSessions(
  ctx: Context<Person>,
  personId: string,
): Promise<{ sessions: Session[]; total: number }> {
  await personInScope(ctx, personId)
  const ids = await futureIds(ctx.db, personId, ctx.now)
  return presentFuture(ctx, await sessionRows(ctx.db, ctx.principal, ids))
}

/**
 * A running session counts as next. A cancelled session whose start has not come is in neither list, because it will not
 * take place.
 */
function conditionsFor(when: When, now: number): Conditions[] {
  const present = new Date(now)
  return when === 'next'
    ? [{ statuses: ['Scheduled'], from: new Date(now - lengthMaxMs), endsFrom: present }]
    : [
        { statuses: ['Cancelled', 'Completed', 'NoShow'], until: present },
        { statuses: ['Scheduled'], until: present, endsBefore: present },
      ]
}

/**
 * Reads each role in a session by its own index, one page of rows from each. Below OrgAdmin, sessions that this person
 * coaches are read from the viewer's side, as those that the viewer took part in, because there are few. `offset 0` keeps
 * the planner from walking everybody's sessions in time order to find a few.
 */
function found(viewer: Viewer, personId: string, when: When, now: number): Sql {
  const isSelf = viewer.id === personId
  const seen = isSelf ? sql`true` : visibleTo(viewer)
  const isFromOwnSide = !isSelf && !isAtLeast(viewer.privs, 'OrgAdmin')
  const isDescending = when === 'past'
  const turn = turned(isDescending)
  const groups = conditionsFor(when, now)
  const given = { isDescending, reach: shown }
  const byIndex = (of: Sql) => groups.map((conditions) => branches({ ...given, conditions, of }))
  const holds = sql`(${sql.join(groups.map(conditionsHold), sql` or `)})`
  const asParticipant = (participantId: string, of: Sql) => sql`
    (select s.id, s.start_time from (
       select s.* from session_participants q join sessions s on s.id = q.session_id
       where q.person_id = ${participantId} offset 0) s
     where ${of} and ${holds}
     order by s.start_time ${turn}, s.id ${turn} limit ${shown})`
  const heldByThem = isFromOwnSide
    ? [
        // 'is true' keeps the planner from reading all sessions of that coach: its statistics say that both sides are
        // equally small.
        ...byIndex(sql`s.user_id = ${viewer.id} and (s.coach_id = ${personId}) is true`),
        asParticipant(viewer.id, sql`s.coach_id = ${personId}`),
      ]
    : byIndex(sql`s.coach_id = ${personId} and ${seen}`)
  const heldByOthers = [
    ...byIndex(sql`s.user_id = ${personId} and s.coach_id <> ${personId} and ${seen}`),
    asParticipant(personId, sql`s.coach_id <> ${personId} and ${seen}`),
  ]
  return sql`
    select id from (${sql.join([...heldByThem, ...heldByOthers], sql` union all `)}) u
    order by start_time ${turn}, id ${turn} limit ${shown}`
}
