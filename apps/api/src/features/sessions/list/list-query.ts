import type { SessionQuery } from '@parley/contract/sessions/sessions.ts'
import type { Window } from '@parley/contract/wire/lists.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { Viewer } from '@parley/contract/rules/people/people.ts'
import type { SessionStatus } from '@parley/contract/rules/sessions/phases.ts'
import { askedWindow, searchPattern } from '#platform/lists/lists.ts'
import { problem } from '#platform/http/problem.ts'

export const allStatuses = ['Cancelled', 'Completed', 'NoShow', 'Scheduled'] as const

/** Which sessions are read. Every list needs a scope. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'organizations'; ids: readonly string[] }
  | { kind: 'own'; personId: string }

/** The conditions that every row of a list meets, in any scope. */
export interface Conditions {
  statuses: readonly SessionStatus[]
  /** Starts at or after this, and before `until`. */
  from?: Date
  until?: Date
  /** Ends at or after this, and before `endsBefore`. */
  endsFrom?: Date
  endsBefore?: Date
  /** Over by this instant, or not. A Scheduled session is over once it has ended, any other once its start has passed. */
  over?: { is: boolean; by: Date }
  /** Organization filter for own sessions. For wider scopes the filter is part of the scope. */
  organizations?: readonly string[]
  /** For own sessions: only those that this person coaches. */
  coachId?: string
}

/** Whether the conditions exclude any session of a scope. */
export const isNarrow = ({ statuses, from, until, endsFrom, endsBefore, over }: Conditions): boolean =>
  statuses.length < allStatuses.length ||
  [from, until, endsFrom, endsBefore, over].some((bound) => bound !== undefined)

export type Column = NonNullable<SessionQuery['order']>[0]

export interface ListQuery {
  scope: Scope
  conditions: Conditions
  /** Whether the query has a time range. In a wide scope a range may hold a few rows or nearly all. */
  isRanged: boolean
  clients: readonly string[] | undefined
  coaches: readonly string[] | undefined
  pattern: string | undefined
  column: Column
  isDescending: boolean
  window: Window
}

/**
 * Admin and above see all sessions, an OrgAdmin the organization's, a coach their own, as does everybody with `owned`
 * (docs/rules.md §3).
 */
export function scopeOf(viewer: Viewer, owned?: boolean): Scope {
  if (owned || !isAtLeast(viewer.privs, 'OrgAdmin')) return { kind: 'own', personId: viewer.id }
  if (isAtLeast(viewer.privs, 'Admin')) return { kind: 'all' }
  return { kind: 'organizations', ids: viewer.organizationId ? [viewer.organizationId] : [] }
}

/** Converts a request into what the queries take. Undefined if no session can match. */
export function readListQuery(viewer: Viewer, query: SessionQuery, now: number): ListQuery | undefined {
  const { filters = {}, search, owned, start_time_range, when, order = ['start_time', 'DESC'] } = query
  checkFilters(viewer, filters)
  const [clients, coaches] = [some(filters.client_name), some(filters.coach_name)]
  const pattern = searchPattern(search)
  const isFound = [clients, coaches, pattern].some((one) => one !== undefined)
  const window = askedWindow({ page: query.page ?? 1, limit: query.limit }, isFound)
  const organizations = some(filters.organization)
  const whole = scopeOf(viewer, owned)
  const scope = organizations ? narrowed(whole, organizations) : whole
  const statuses = some(filters.status) ?? allStatuses
  const conditions = {
    ...timed(filters.unsettled ? now : undefined, start_time_range),
    ...(when && { over: { is: when === 'past', by: new Date(now) } }),
    statuses: filters.unsettled ? statuses.filter((status) => status === 'Scheduled') : statuses,
    ...(scope.kind === 'own' && organizations ? { organizations } : {}),
    // Participants do not settle sessions, so below OrgAdmin only coached sessions count. OrgAdmin and above settle all that
    // they see.
    ...(filters.unsettled && !isAtLeast(viewer.privs, 'OrgAdmin') ? { coachId: viewer.id } : {}),
  }
  const isEmpty =
    (scope.kind === 'organizations' && scope.ids.length === 0) || conditions.statuses.length === 0
  if (isEmpty) return undefined
  const [column, direction] = order
  return {
    scope,
    conditions,
    isRanged: start_time_range !== undefined || when !== undefined,
    clients,
    coaches,
    pattern,
    column,
    isDescending: direction === 'DESC',
    window,
  }
}

/** Coach and organization filters are for OrgAdmin and above [LIST-09]. */
function checkFilters(viewer: Viewer, filters: NonNullable<SessionQuery['filters']>): void {
  const isUsed = filters.coach_name !== undefined || filters.organization !== undefined
  if (isUsed && !isAtLeast(viewer.privs, 'OrgAdmin')) throw problem('filter_not_yours')
}

/** A filter without values counts as no filter. */
const some = <T>(values: readonly T[] | undefined): readonly T[] | undefined =>
  values && values.length > 0 ? [...new Set(values)] : undefined

function narrowed(scope: Scope, organizations: readonly string[]): Scope {
  if (scope.kind === 'own') return scope
  const ids = scope.kind === 'all' ? organizations : organizations.filter((id) => scope.ids.includes(id))
  return { kind: 'organizations', ids }
}

/** The range, and with `unsettledAt` also the condition that the join window had closed by then. */
function timed(unsettledAt: number | undefined, range: SessionQuery['start_time_range']) {
  const [first, last] = range ?? []
  const from = first ? { from: new Date(first) } : {}
  const until = last ? new Date(last) : undefined
  if (unsettledAt === undefined) return { ...from, ...(until && { until }) }
  const closed = new Date(unsettledAt - constants.joinWindowAfterMs)
  return { ...from, until: until && until < closed ? until : closed, endsBefore: closed }
}
