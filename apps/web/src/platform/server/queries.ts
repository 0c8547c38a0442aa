import type { Answered, RouteInput, Route } from '@parley/contract/wire/route.ts'
import { keepPreviousData, QueryClient, queryOptions, type QueryFunctionContext } from '@tanstack/react-query'
import { trackChanges } from '#platform/changes/tracking.ts'
import { request } from './api.ts'
import { isAway } from './api-problem.ts'

/** On invalidation React Query keeps a query's first fetch, even if it was sent before the change: cancel it, too. */
class PageCache extends QueryClient {
  override invalidateQueries(
    ...[filters, options]: Parameters<QueryClient['invalidateQueries']>
  ): Promise<void> {
    const running = this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })
    for (const query of running) if (query.state.data === undefined) void query.cancel({ silent: true })
    return super.invalidateQueries(filters, options)
  }
}

/** One cache for the whole page, emptied whenever the signed-in person changes. */
export const createQueryClient = (): QueryClient =>
  trackChanges(
    new PageCache({
      defaultOptions: {
        queries: {
          staleTime: 30_000,
          retry: (failures, error) => failures < 1 && isAway(error),
          retryDelay: 500,
          // The browser often guesses wrong that it is offline: send the request and show what comes of it.
          networkMode: 'always',
        },
        mutations: { networkMode: 'always' },
      },
    }),
  )

/** A read as a query, cached under its path and input. */
export const queryOf = <R extends Route>(entry: R, given: RouteInput<R>) =>
  queryOptions({
    queryKey: [entry.path, given],
    queryFn: (context) => request(entry, given, requestOptionsOf(context)),
  })

/** A page of a list. The previous rows stay in view until those of another page, order or search arrive. */
export const pageQueryOf = <R extends Route>(entry: R, given: RouteInput<R>) =>
  queryOptions({
    queryKey: [entry.path, given],
    queryFn: (context) => callPage(entry, given, requestOptionsOf(context)),
    placeholderData: keepPreviousData,
  })

/** Requests a page of a list: with `page` in the query the API never answers the plain list. */
export const callPage = async <R extends Route>(
  entry: R,
  given: RouteInput<R>,
  options: { signal: AbortSignal; background?: boolean },
): Promise<PageOf<R>> => (await request(entry, given, options)) as PageOf<R>

type PageOf<R extends Route> = Extract<Answered<R>, { entryCount: number }>

/** The first fetch counts as the user's activity; a refetch of data that is already shown does not. */
export const requestOptionsOf = ({ client, queryKey, signal }: QueryFunctionContext) => ({
  signal,
  background: client.getQueryData(queryKey) !== undefined,
})
