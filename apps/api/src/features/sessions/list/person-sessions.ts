import { sql } from 'kysely'
import type { Session } from '@parley/contract/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import type { Viewer } from '@parley/contract/rules/people.ts'
import type { Context, Person } from '#platform/context.ts'
import { personInScope } from '#features/people/people.ts'
import { visibleTo } from '#features/sessions/queries.ts'
import { branches, conditionsHold, turned, type Sql } from './branches.ts'
import type { Conditions } from './list-asked.ts'
import { idsOf, presentAll } from './list.ts'

type When = 'next' | 'past'

/** So many a person's page shows of each. */
const shown = 5
/** No session is longer: whatever began before then is over. */
const lengthMaxMs = 8 * 3_600_000

/** What somebody has before them, or behind them, as far as the viewer sees it. */
export async function personSessions(ctx: Context<Person>, personId: string, when: When): Promise<Session[]> {
  await personInScope(ctx, personId)
  return presentAll(ctx, await idsOf(ctx.db, found(ctx.principal, personId, when, ctx.now)))
}

/** What runs is still to be had. What was called off beforehand is neither: it never was. */
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
 * Each way of being in a session by an index of its own, a page of rows from each. The sessions of another coach are read
 * from the viewer's side where the viewer sees few of them: what they took part in. `offset 0` keeps the planner from
 * walking through everybody's sessions in the order of time for somebody's few.
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
        // 'is true' leaves the planner no way through all of theirs: by what it knows, both sides are as small.
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
