import { sql, type RawBuilder } from 'kysely'
import type { SessionStatus } from '@parley/contract/rules/sessions/phases.ts'
import { sessionLengthMaxMs } from '@parley/contract/rules/sessions/sessions.ts'
import type { Conditions, Scope } from './list-query.ts'

export type Sql = RawBuilder<unknown>

export const turned = (isDescending: boolean): Sql => (isDescending ? sql`desc` : sql`asc`)

const allOf = (bounds: readonly Sql[]): Sql => (bounds.length ? sql.join(bounds, sql` and `) : sql`true`)

/** The time bounds that apply to every status, as a condition on `s`. */
const timesHold = ({ from, until, endsFrom, endsBefore }: Conditions): Sql =>
  allOf([
    ...(from ? [sql`s.start_time >= ${from}`] : []),
    ...(until ? [sql`s.start_time < ${until}`] : []),
    ...(endsFrom ? [sql`s.end_time >= ${endsFrom}`] : []),
    ...(endsBefore ? [sql`s.end_time < ${endsBefore}`] : []),
  ])

/**
 * Whether sessions of one status are over. The end matters only for Scheduled ones; a session lasts at most 8 hours, which
 * bounds the start of those that are not over.
 */
function overHolds(status: SessionStatus, { over }: Conditions): Sql {
  if (!over) return sql`true`
  const { is, by } = over
  if (status !== 'Scheduled') return is ? sql`s.start_time < ${by}` : sql`s.start_time >= ${by}`
  return is
    ? sql`s.start_time < ${by} and s.end_time <= ${by}`
    : sql`s.start_time > ${new Date(by.getTime() - sessionLengthMaxMs)} and s.end_time > ${by}`
}

/** One of the statuses, each with its own test for being over: as many index ranges as there are statuses. */
function statusHolds(conditions: Conditions): Sql {
  const { statuses, over } = conditions
  if (!over) return sql`s.status = any(${statuses}::session_status[])`
  const each = statuses.map(
    (status) => sql`(s.status = ${sql.lit(status)} and ${overHolds(status, conditions)})`,
  )
  return sql`(${sql.join(each, sql` or `)})`
}

/** All conditions on the sessions `s`. */
export const conditionsHold = (conditions: Conditions): Sql =>
  sql`${statusHolds(conditions)} and ${timesHold(conditions)} and ${ownHold(conditions)}`

/** The conditions that narrow a person's own sessions. */
const ownHold = ({ organizations, coachId }: Conditions): Sql =>
  allOf([
    ...(organizations ? [sql`s.organization_id = any(${organizations}::uuid[])`] : []),
    ...(coachId === undefined ? [] : [sql`s.coach_id = ${coachId}`]),
  ])

/** Sessions `s` of these organizations. A single id is compared by `=`, so that its index gives the order. */
export const inOrganizations = (ids: readonly string[]): Sql =>
  ids.length === 1 ? sql`s.organization_id = ${ids[0]}` : sql`s.organization_id = any(${ids}::uuid[])`

/** The scope as a condition on `s` that an index begins with. */
export const inScope = (scope: Exclude<Scope, { kind: 'own' }>): Sql =>
  scope.kind === 'all' ? sql`true` : inOrganizations(scope.ids)

interface Branches {
  /** Selects the branches' sessions: a condition on `s` that one of the four indexes begins with. */
  of: Sql
  conditions: Conditions
  isDescending: boolean
  /** How many rows of each branch are enough. */
  reach: number
  /** More columns of `s` than id and start_time. */
  more?: Sql
}

/**
 * One branch per status, each in the order of its index; `union all` under the same order merges them row by row. A branch
 * without its own order would be read to its end and sorted: 1,040 ms instead of 3 at 10 million rows.
 */
export function branches({ of, conditions, isDescending, reach, more = sql`` }: Branches): Sql {
  const turn = turned(isDescending)
  const one = (status: SessionStatus) => sql`
    (select s.id, s.start_time ${more} from sessions s
     where ${of} and s.status = ${sql.lit(status)} and ${overHolds(status, conditions)}
       and ${timesHold(conditions)} and ${ownHold(conditions)}
     order by s.start_time ${turn}, s.id ${turn} limit ${reach})`
  return sql.join(conditions.statuses.map(one), sql` union all `)
}

/** The branches of a scope. With several organizations, a lateral join reads them one organization at a time. */
export function scopeBranches(scope: Exclude<Scope, { kind: 'own' }>, given: Omit<Branches, 'of'>): Sql {
  if (scope.kind === 'all' || scope.ids.length === 1) return branches({ ...given, of: inScope(scope) })
  const turn = turned(given.isDescending)
  return sql`
    select x.* from unnest(${scope.ids}::uuid[]) as g(id) cross join lateral (
      select * from (${branches({ ...given, of: sql`s.organization_id = g.id` })}) b
      order by b.start_time ${turn}, b.id ${turn} limit ${given.reach}) x`
}

/**
 * The branches of a person's own sessions: as coach by the index, plus those that other coaches hold with them, which are
 * few.
 */
export function ownBranches(personId: string, given: Omit<Branches, 'of'>): Sql {
  const turn = turned(given.isDescending)
  return sql`${branches({ ...given, of: sql`s.coach_id = ${personId}` })}
    union all (
      select s.id, s.start_time ${given.more ?? sql``} from (${withOthers(personId)}) s
      where ${conditionsHold(given.conditions)}
      order by s.start_time ${turn}, s.id ${turn} limit ${given.reach})`
}

/** Sessions that a person is in without being the coach: as participant of an Org session, or as the client. */
const withOthers = (personId: string): Sql => sql`
  select s.* from session_participants q join sessions s on s.id = q.session_id
  where q.person_id = ${personId} and s.coach_id <> ${personId}
  union all
  select s.* from sessions s where s.user_id = ${personId} and s.coach_id <> ${personId}`

/** All sessions of a person, as coach, client or participant. */
export const ownSessions = (personId: string): Sql => sql`
  select s.* from sessions s where s.coach_id = ${personId} union all ${withOthers(personId)}`
