import {
  listSessions,
  personSessions,
  type Session,
  type SessionFilters,
  type SessionQuery,
} from '@parley/contract/sessions.ts'
import type { RouteInput } from '@parley/contract/route.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { changesOf } from '#platform/changes/changes.ts'
import { isWholeList, listQueryOf, type ListOrder, type ListQuery } from '#platform/changes/new-rows.ts'

/** Everything that shows sessions: lists, the calendar, single ones, busy times. */
export const showsSessions = ({ queryKey: [path] }: { queryKey: QueryKey }): boolean =>
  typeof path === 'string' && (path === '/sessions' || path.startsWith('/sessions/'))

/** The sessions in a page's cache, and their changes under way. */
export const sessionCacheOf = (client: QueryClient, patienceMs?: number) =>
  changesOf<Session>(client, { shows: showsSessions, orderFor }, patienceMs)

/** As a list of sessions is asked for: beside what any list takes, when its sessions are. */
type SessionsQuery = ListQuery & Pick<SessionQuery, 'start_time_range' | 'when'>

const queryIn = (queryKey: QueryKey): SessionsQuery | undefined =>
  queryKey[0] === listSessions.path ? listQueryOf(queryKey) : undefined

/** A list whose rows come and go with the clock. */
export const goesWithClock = ({ queryKey }: { queryKey: QueryKey }): boolean =>
  queryIn(queryKey)?.when !== undefined

/**
 * A new session, which is ahead, comes into every list of its time that is not searched; where one is narrowed, it is to
 * Scheduled ones among others. And it is among the next ones of whoever is in it.
 */
function orderFor({ queryKey }: { queryKey: QueryKey }, session: Session): ListOrder | undefined {
  if (queryKey[0] === personSessions.path)
    return isNextOf(queryKey, session) ? ['start_time', 'ASC'] : undefined
  const { status, start_time } = session
  const query = queryIn(queryKey)
  if (!query) return undefined
  const { filters, when, start_time_range: [from, until] = [], ...rest } = query
  const isInTime = when !== 'past' && (!from || start_time >= from) && (!until || start_time < until)
  // The table's own filters, as the contract has them.
  const { status: among, ...others }: SessionFilters = filters ?? {}
  const isOpen =
    isInTime && isWholeList(rest) && Object.keys(others).length === 0 && (among?.includes(status) ?? true)
  return isOpen ? (query.order ?? ['start_time', 'DESC']) : undefined
}

function isNextOf([, given]: QueryKey, { coach_id, participants }: Session): boolean {
  // The contract's own input of that route.
  const { params, query } = given as RouteInput<typeof personSessions>
  const isIn = coach_id === params.id || participants.some(({ id }) => id === params.id)
  return query.when === 'next' && isIn
}

/** After a fetch that failed the list may be behind: so soon it is asked for again, until an answer comes. */
const failedMs = 5000

/** How often a list asks by itself: while the live stream is down, and while the last answer did not come. */
export const askAgainMs =
  (pollMs: number | false, afterFailureMs = failedMs) =>
  ({ state }: { state: { error: unknown } }): number | false =>
    state.error === null ? pollMs : afterFailureMs
