import { sql, type Expression, type SqlBool } from 'kysely'
import { statuses } from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { sessionVisibleTo } from '#features/sessions/sessions.ts'
import type { Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'

/** The sessions that a viewer may assess: the rule of `mayAssess` for many sessions. */
const assessableBy = (viewer: Person): Expression<SqlBool> =>
  isAtLeast(viewer.privs, 'OrgAdmin') ? sessionVisibleTo(viewer) : sql<boolean>`s.coach_id = ${viewer.id}`

/** Something was answered, or judged in words. */
const isScored = sql<boolean>`exists (
  select from assessment_answers x where x.session_id = a.session_id and x.person_id = a.person_id
    and (x.value is not null or (x.path = 'overall' and x.data <> '')))`

/**
 * A client's scored sessions, newest first. Read by the client's own assessments, of which there are as many as they had
 * sessions.
 */
export const scoredSessions = (db: Db, viewer: Person, personId: string, limit: number) =>
  db
    .selectFrom('assessments as a')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.id', '=', 'a.session_id').onRef('s.user_id', '=', 'a.person_id'),
    )
    .innerJoin('people as c', 'c.id', 's.coach_id')
    .select(['s.id', 's.title', 's.start_time', 'a.rubric_version'])
    .select(['c.first_name', 'c.last_name', 'c.username'])
    .select((eb) =>
      eb
        .selectFrom('assessment_reports as r')
        .select('r.at')
        .whereRef('r.session_id', '=', 's.id')
        .orderBy('r.at', 'desc')
        .limit(1)
        .as('report_at'),
    )
    .where('a.person_id', '=', personId)
    .whereRef('s.user_id', '<>', 's.coach_id')
    .where(assessableBy(viewer))
    .where(isScored)
    .orderBy('s.start_time', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()

/** The answers about a person in these sessions, and the judgements in words. The notes are not read. */
export const answersInSessions = (db: Db, personId: string, sessionIds: readonly string[]) =>
  db
    .selectFrom('assessment_answers')
    .select(['session_id', 'conversation', 'path', 'value', 'data'])
    .where('session_id', 'in', sessionIds)
    .where('person_id', '=', personId)
    .where((eb) =>
      eb.or([eb('value', 'is not', null), eb.and([eb('path', '=', 'overall'), eb('data', '<>', '')])]),
    )
    .execute()

interface Span {
  from: Date
  until: Date
}

const ofAnyStatus = sql<boolean>`s.status = any(${statuses}::session_status[])`

/** Only the newest sessions of an organization's year are counted, up to this number. */
const sessionsMax = 10_000

/**
 * The totals of an organization's clients, by conversation and category. The index of the organization's sessions gives
 * those of the year, at most 10,000, and each has at most sixteen stored counts. Deleted people are included: otherwise
 * undoing a deletion would reveal what one person added.
 */
export async function organizationCounts(db: Db, organizationId: string, { from, until }: Span) {
  const { rows } = await sql<{
    conversation: number
    category: string
    people: string
    shown: string
    answered: string
  }>`
    select k.conversation, k.category, count(distinct k.person_id) as people, sum(k.shown) as shown,
      sum(k.answered) as answered
    from (
      select s.id from sessions s
      where s.organization_id = ${organizationId} and ${ofAnyStatus}
        and s.start_time >= ${from} and s.start_time < ${until}
      order by s.start_time desc limit ${sessionsMax}) s
    join assessment_counts k on k.session_id = s.id and k.answered > 0
    group by k.conversation, k.category`.execute(db)
  return rows.map(({ people, shown, answered, ...rest }) => ({
    ...rest,
    people: Number(people),
    shown: Number(shown),
    answered: Number(answered),
  }))
}

/** The totals of a coach's own sessions that began in this time, which are as many as one person can hold. */
export async function coachCounts(db: Db, coachId: string, { from, until }: Span) {
  const { rows } = await sql<{ sessions: string; shown: string | null; answered: string | null }>`
    select count(distinct s.id) as sessions, sum(k.shown) as shown, sum(k.answered) as answered
    from sessions s join assessment_counts k on k.session_id = s.id and k.person_id = s.user_id and k.answered > 0
    where s.coach_id = ${coachId} and ${ofAnyStatus} and s.user_id <> s.coach_id
      and s.start_time >= ${from} and s.start_time < ${until}`.execute(db)
  const [row] = rows
  return {
    sessions: Number(row?.sessions ?? 0),
    shown: Number(row?.shown ?? 0),
    answered: Number(row?.answered ?? 0),
  }
}
