import type { Session } from '@parley/contract/sessions.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { changesOf } from '#platform/changes/changes.ts'

/** Everything that shows sessions: lists, the calendar, single ones, busy times. */
export const showsSessions = ({ queryKey: [path] }: { queryKey: QueryKey }): boolean =>
  typeof path === 'string' && (path === '/sessions' || path.startsWith('/sessions/'))

/** The sessions in a page's cache, and their changes under way. */
export const sessionCacheOf = (client: QueryClient, patienceMs?: number) =>
  changesOf<Session>(client, { shows: showsSessions }, patienceMs)

/** After a fetch that failed the list may be behind: so soon it is asked for again, until an answer comes. */
const failedMs = 5000

/** How often a list asks by itself: while the live stream is down, and while the last answer did not come. */
export const askAgainMs =
  (pollMs: number | false, afterFailureMs = failedMs) =>
  ({ state }: { state: { error: unknown } }): number | false =>
    state.error === null ? pollMs : afterFailureMs
