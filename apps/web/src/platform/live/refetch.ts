import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiProblem, isAway } from '#platform/server/api-problem.ts'
import { rowsIn } from '#platform/changes/answer-rows.ts'
import type { FeatureNotice } from './notices.ts'
import { openPace, type Sight, type Urgency } from './pace.ts'
import { realTiming, type Timing } from './timing.ts'

/** What a query shows is seen from these. */
export type Asked = Pick<Query, 'queryKey' | 'queryHash' | 'state'>

/** A feature's word on how soon a notice has one of its queries asked for again; nothing where it does not concern it. */
export type LiveRule = (
  notice: FeatureNotice,
  query: Asked,
  client: QueryClient,
) => Exclude<Urgency, 'some-time'> | undefined

/**
 * How soon a query is to be asked for again when a row has changed: soon if it shows that row, later if the row may come
 * into it, and not at all if it has the row at that version already.
 */
export function urgencyFor(
  { queryHash, state }: Asked,
  { id, version }: { id: string; version: number },
): Exclude<Urgency, 'some-time'> | undefined {
  const row = rowsIn(state.data).find((each) => each.id === id)
  if (row) return row.version < version ? 'soon' : undefined
  return queryHash.includes(id) ? 'soon' : 'later'
}

const pageSight: Sight = {
  isHidden: () => document.hidden,
  onSeen: (act) => {
    const look = () => void (document.hidden || act())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  },
}

/**
 * Asks again for what notices concern: without ending a fetch that runs, once more after it, at a measured pace, and
 * what nobody sees only when it is next looked at.
 */
export function openRefetcher(client: QueryClient, timing: Timing = realTiming, sight: Sight = pageSight) {
  const cache = client.getQueryCache()
  const rules = new Set<LiveRule>()
  const askedAt = trackAsking(client, timing)
  const pace = openPace(run, timing, sight)

  async function run(hash: string): Promise<void> {
    const query = cache.get(hash)
    if (!query?.isActive()) return
    const fetchOnce = () =>
      client.refetchQueries({ predicate: (one) => one === query }, { cancelRefetch: false })
    const wasRunning = query.state.fetchStatus === 'fetching'
    await fetchOnce()
    // It was asked for before the notice: what it brings may be older.
    if (wasRunning && query.isActive()) await fetchOnce()
    const { error } = query.state
    if (isAway(error) || isTooOften(error)) pace.wish(hash, 'later', timing.now() + waitMsOf(error))
  }

  const wish = (query: Query, urgency: Urgency) => {
    // Whoever shows it next, before it is due or while nobody shows it, asks at once.
    query.invalidate()
    if (query.isActive()) pace.wish(query.queryHash, urgency)
  }

  return {
    /**
     * From now on this rule is asked about every notice. It stays when its screen goes: what that leaves in the cache
     * must not pass for fresh when it is shown again.
     */
    follow: (rule: LiveRule): void => void rules.add(rule),
    hear(notice: FeatureNotice): void {
      for (const query of cache.getAll()) {
        const urgencies = [...rules].map((rule) => rule(notice, query, client))
        if (urgencies.includes('soon')) wish(query, 'soon')
        else if (urgencies.includes('later')) wish(query, 'later')
      }
    },
    /** Notices may have been missed until then: whatever was asked for before it is asked for again. */
    askOlderThan(instant: number): void {
      for (const query of cache.getAll()) {
        const at = askedAt(query)
        if (at !== undefined && at < instant) wish(query, 'some-time')
      }
    },
    /** The clock changed what these show. */
    askAgain(shows: (query: { queryKey: QueryKey }) => boolean, urgency: Urgency): void {
      for (const query of cache.findAll({ predicate: shows })) wish(query, urgency)
    },
    /** Forgets what was wished for, at the end of a sign-in. */
    clear: () => pace.clear(),
  }
}

export type Refetcher = ReturnType<typeof openRefetcher>

const refetchers = new WeakMap<QueryClient, Refetcher>()

/** The one of a page. */
export function refetcherOf(client: QueryClient): Refetcher {
  const refetcher = refetchers.get(client) ?? openRefetcher(client)
  refetchers.set(client, refetcher)
  return refetcher
}

/** When each query's data were asked for, or are being asked for: what came in later may still be older than a notice. */
function trackAsking(client: QueryClient, timing: Timing): (query: Query) => number | undefined {
  const began = timing.now()
  const running = new WeakMap<Query, number>()
  const answered = new WeakMap<Query, number>()
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'fetch') running.set(event.query, timing.now())
    // Asked for before anybody looked: then at the latest when the looking began.
    if (event.action.type === 'success' && event.action.manual !== true)
      answered.set(event.query, running.get(event.query) ?? began)
  })
  return (query) => {
    if (query.state.fetchStatus === 'fetching') return running.get(query) ?? began
    if (query.state.data === undefined) return undefined
    return answered.get(query) ?? query.state.dataUpdatedAt
  }
}

const isTooOften = (error: unknown): boolean => error instanceof ApiProblem && error.status === 429

const waitMsOf = (error: unknown): number =>
  error instanceof ApiProblem ? 1000 * (error.retryAfter ?? 0) : 0
