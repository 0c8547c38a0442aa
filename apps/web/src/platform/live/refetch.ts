import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiProblem, isAway } from '#platform/server/api-problem.ts'
import { rowsIn } from '#platform/changes/answer-rows.ts'
import type { FeatureNotice } from './notices.ts'
import { openPace, type Sight, type Urgency } from './pace.ts'
import { realTiming, type Timing } from './timing.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** The parts of a query that show what it is about. */
export type QueryFacts = Pick<Query, 'queryKey' | 'queryHash' | 'state'>

/** A feature's rule for how soon a notice makes one of its queries refetch; undefined if the notice does not concern it. */
export type LiveRule = (
  notice: FeatureNotice,
  query: QueryFacts,
  client: QueryClient,
) => Exclude<Urgency, 'some-time'> | undefined

/**
 * How soon to refetch a query when a row has changed: soon if it shows the row or asks for it by id, later if the row
 * may come into it, and not at all if it already has that version.
 */
export function urgencyFor(
  { queryHash, state }: QueryFacts,
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
 * Refetches queries that notices concern. It does not abort a running fetch but sends one more after it, limits the
 * pace, and leaves queries that nobody sees until they are next shown.
 */
export function openRefetcher(client: QueryClient, timing: Timing = realTiming, sight: Sight = pageSight) {
  const cache = client.getQueryCache()
  const rules = new Set<LiveRule>()
  const requestedAt = trackRequests(client, timing)
  const pace = openPace(run, timing, sight)

  async function run(hash: string): Promise<void> {
    const query = cache.get(hash)
    if (!query?.isActive()) return
    const fetchOnce = () =>
      client.refetchQueries({ predicate: (one) => one === query }, { cancelRefetch: false })
    const wasRunning = query.state.fetchStatus === 'fetching'
    await fetchOnce()
    // That fetch was sent before the notice, so its data may be stale.
    if (wasRunning && query.isActive()) await fetchOnce()
    const { error } = query.state
    if (isAway(error) || isTooOften(error)) pace.wish(hash, 'later', timing.now() + waitMsOf(error))
  }

  const wish = (query: Query, urgency: Urgency) => {
    // Mark it stale: a component that shows it next, before the refetch is due or while none is planned, fetches at
    // once.
    query.invalidate()
    if (query.isActive()) pace.wish(query.queryHash, urgency)
  }

  return {
    /**
     * From now on, asks this rule about every notice. The rule stays after its screen is gone: data that the screen
     * leaves in the cache must not pass for fresh when it is shown again.
     */
    follow: (rule: LiveRule): void => void rules.add(rule),
    hear(notice: FeatureNotice): void {
      for (const query of cache.getAll()) {
        const urgencies = [...rules].map((rule) => rule(notice, query, client))
        if (urgencies.includes('soon')) wish(query, 'soon')
        else if (urgencies.includes('later')) wish(query, 'later')
      }
    },
    /** Notices from before `instant` may have been missed, so everything requested earlier is refetched. */
    refetchOlderThan(instant: number): void {
      for (const query of cache.getAll()) {
        const at = requestedAt(query)
        if (at !== undefined && at < instant) wish(query, 'some-time')
      }
    },
    /** Refetches queries after the passing of time changed what they show. */
    askAgain(shows: (query: { queryKey: QueryKey }) => boolean, urgency: Urgency): void {
      for (const query of cache.findAll({ predicate: shows })) wish(query, urgency)
    },
    /** Drops all planned refetches, at the end of a sign-in. */
    clear: () => pace.clear(),
  }
}

export type Refetcher = ReturnType<typeof openRefetcher>

const refetchers = new WeakMap<QueryClient, Refetcher>()

/** The refetcher of a page. */
export function refetcherOf(client: QueryClient): Refetcher {
  const refetcher = refetchers.get(client) ?? openRefetcher(client)
  refetchers.set(client, refetcher)
  return refetcher
}

/** When each query's data were requested. When they arrived does not matter: they may still be older than a notice. */
function trackRequests(client: QueryClient, timing: Timing): (query: Query) => number | undefined {
  const began = timing.now()
  const running = new WeakMap<Query, number>()
  const answered = new WeakMap<Query, number>()
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'fetch') running.set(event.query, timing.now())
    // If the fetch began before this subscription, `began` is the latest time at which it can have been sent.
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

/** Refetches a feature's queries when a notice concerns them. The rule must be one of the feature's constants. */
export function useLiveRefetch(rule: LiveRule): void {
  const client = useQueryClient()
  useEffect(() => refetcherOf(client).follow(rule), [client, rule])
}
