import {
  listSessions,
  personSessions,
  type Session,
  type SessionFilters,
  type SessionQuery,
} from '@parley/contract/sessions/sessions.ts'
import type { RouteInput } from '@parley/contract/wire/route.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { changesOf } from '#platform/changes/changes.ts'
import { isWholeList, listQueryOf, type ListOrder, type ListQuery } from '#platform/changes/new-rows.ts'

/** Queries that show sessions: lists, the calendar, single sessions, busy times. */
export const showsSessions = ({ queryKey: [path] }: { queryKey: QueryKey }): boolean =>
  typeof path === 'string' && (path === '/sessions' || path.startsWith('/sessions/'))

/** The sessions in the query cache, and their pending changes. */
export const sessionCacheOf = (client: QueryClient, patienceMs?: number) =>
  changesOf<Session>(client, { shows: showsSessions, orderFor }, patienceMs)

/** The query of a session list: that of any list, plus the time of its sessions. */
type SessionsQuery = ListQuery & Pick<SessionQuery, 'start_time_range' | 'when'>

const queryIn = (queryKey: QueryKey): SessionsQuery | undefined =>
  queryKey[0] === listSessions.path ? listQueryOf(queryKey) : undefined

/** A list whose rows come and go with the clock. */
export const goesWithClock = ({ queryKey }: { queryKey: QueryKey }): boolean =>
  queryIn(queryKey)?.when !== undefined

/**
 * The order of a list that a new session enters. A new session lies in the future. It enters each unsearched list that
 * covers its time and has no filter, or only a status filter that includes its status, and the next sessions of each
 * person in it.
 */
function orderFor({ queryKey }: { queryKey: QueryKey }, session: Session): ListOrder | undefined {
  if (queryKey[0] === personSessions.path)
    return isNextOf(queryKey, session) ? ['start_time', 'ASC'] : undefined
  const { status, start_time } = session
  const query = queryIn(queryKey)
  if (!query) return undefined
  const { filters, when, start_time_range: [from, until] = [], ...rest } = query
  const isInTime = when !== 'past' && (!from || start_time >= from) && (!until || start_time < until)
  // A session list's filters are the contract's.
  const { status: among, ...others }: SessionFilters = filters ?? {}
  const isOpen =
    isInTime && isWholeList(rest) && Object.keys(others).length === 0 && (among?.includes(status) ?? true)
  return isOpen ? (query.order ?? ['start_time', 'DESC']) : undefined
}

function isNextOf([, given]: QueryKey, { coach_id, participants }: Session): boolean {
  // The key of this route holds the contract's input.
  const { params, query } = given as RouteInput<typeof personSessions>
  const isIn = coach_id === params.id || participants.some(({ id }) => id === params.id)
  return query.when === 'next' && isIn
}

/** Refetch interval after a failed fetch, until an answer comes: the list may be stale. */
const failedMs = 5000

/** A list's refetch interval: `pollMs` while the live stream is down, `afterFailureMs` after a failed fetch. */
export const askAgainMs =
  (pollMs: number | false, afterFailureMs = failedMs) =>
  ({ state }: { state: { error: unknown } }): number | false =>
    state.error === null ? pollMs : afterFailureMs
