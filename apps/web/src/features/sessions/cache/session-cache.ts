import type { Session } from '@parley/contract/sessions.ts'
import { replaceEqualDeep, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { createStore } from '#base/store.ts'
import { noAnswer } from '#platform/server/api-problem.ts'
import { begun, fetched, settled, type Flights } from './optimistic-list.ts'

/** Everything that shows sessions: lists, the calendar, single ones, busy times. */
export const showsSessions = ({ queryKey: [path] }: { queryKey: QueryKey }): boolean =>
  typeof path === 'string' && (path === '/sessions' || path.startsWith('/sessions/'))

/** A change that has no answer by then is taken back, and the list shows what came of it. */
const patienceMs = 15_000

/** After a fetch that failed the list may be behind: so soon it is asked for again, until an answer comes. */
const failedMs = 5000

/** How often a list asks by itself: while the live stream is down, and while the last answer did not come. */
export const askAgainMs =
  (pollMs: number | false, afterFailureMs = failedMs) =>
  ({ state }: { state: { error: unknown } }): number | false =>
    state.error === null ? pollMs : afterFailureMs

interface ChangeGiven {
  session: Session
  /** What the change will make of the session, shown until the answer is there. */
  apply: (session: Session) => Session
  /** The call itself. It is left at the signal. */
  act: (signal: AbortSignal) => Promise<Session>
}

interface CacheOptions {
  patienceMs?: number
}

/**
 * The sessions in a page's cache, with the changes that have no answer yet (docs/rules.md §1): they show at once, are
 * taken back on error, and when the last one of a session is over everything in view is fetched again.
 */
export function openSessionCache(client: QueryClient, options: CacheOptions = {}) {
  const flights = createStore<Flights<Session>>(new Map())
  let tickets = 0

  /** Puts a session into every answer in the cache that has it, and none that is newer. */
  const show = (session: Session) =>
    void client.setQueriesData({ predicate: showsSessions }, (answer: unknown) =>
      withRows(answer, (rows) =>
        rows.map((row) => (row.id === session.id && row.version <= session.version ? session : row)),
      ),
    )

  /** As the list has it now: whoever asked for a change may have looked at it for a while. */
  const newestOf = (session: Session): Session =>
    client
      .getQueriesData({ predicate: showsSessions })
      .flatMap(([, answer]) => rowsIn(answer).filter(({ id }) => id === session.id))
      .reduce((newest, row) => (row.version > newest.version ? row : newest), session)

  const end = (id: string, ticket: number, answer?: Session) => {
    const { flights: next, row, isLast } = settled(flights.read(), id, ticket, answer)
    flights.write(next)
    if (row) show(row)
    if (isLast) void refetch()
  }

  // A fetch that runs was asked for before the answer, and is left for a new one.
  const refetch = (): Promise<void> => client.invalidateQueries({ predicate: showsSessions })

  return {
    /** For queries that show sessions, in place of the cache's usual way to take an answer in. */
    keep: (kept: unknown, fresh: unknown): unknown =>
      replaceEqualDeep(
        kept,
        withRows(fresh, (rows) => fetched(flights.read(), rowsIn(kept), rows)),
      ),
    /** The sessions with changes under way; the same object until that changes. */
    flights: flights.read,
    watch: flights.watch,
    /** Runs a change. Throws what the call threw, after the change was taken back. */
    change: async ({ session, apply, act }: ChangeGiven): Promise<Session> => {
      tickets += 1
      const ticket = tickets
      const row = newestOf(session)
      flights.write(begun(flights.read(), row, { ticket, apply }))
      show(apply(row))
      try {
        const answer = await withPatience(act, options.patienceMs ?? patienceMs)
        end(session.id, ticket, answer)
        return answer
      } catch (error) {
        end(session.id, ticket)
        throw error
      }
    },
    refetch,
  }
}

type SessionCache = ReturnType<typeof openSessionCache>

/** Waits for an answer, and no longer: then the call is left, and it is as if it had failed. */
async function withPatience<T>(act: (signal: AbortSignal) => Promise<T>, ms: number): Promise<T> {
  const stop = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(noAnswer())
    stop.abort()
  }, ms)
  try {
    return await Promise.race([act(stop.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

const caches = new WeakMap<QueryClient, SessionCache>()

/** The one of a page: its cache of queries has one of sessions beside it. */
export function sessionCacheOf(client: QueryClient): SessionCache {
  const cache = caches.get(client) ?? openSessionCache(client)
  caches.set(client, cache)
  return cache
}

/** An answer is one session, a list of them, or a page; anything else is left as it is. */
function withRows(answer: unknown, change: (rows: readonly Session[]) => readonly Session[]): unknown {
  if (Array.isArray(answer)) return answer.every(isSession) ? change(answer) : answer
  if (isPage(answer)) return { ...answer, entries: change(answer.entries) }
  return isSession(answer) ? change([answer])[0] : answer
}

function rowsIn(answer: unknown): readonly Session[] {
  if (Array.isArray(answer)) return answer.filter(isSession)
  if (isPage(answer)) return answer.entries
  return isSession(answer) ? [answer] : []
}

// The queries that come here are those of sessions; what tells them apart is enough.
const isSession = (value: unknown): value is Session =>
  typeof value === 'object' && value !== null && 'start_time' in value && 'version' in value && 'id' in value

const isPage = (value: unknown): value is { entries: readonly Session[] } =>
  typeof value === 'object' && value !== null && 'entries' in value && Array.isArray(value.entries)
