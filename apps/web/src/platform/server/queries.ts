import type { Answered, RouteInput, Route } from '@parley/contract/route.ts'
import { keepPreviousData, QueryClient, queryOptions, type QueryFunctionContext } from '@tanstack/react-query'
import { trackChanges } from '#platform/changes/tracking.ts'
import { request } from './api.ts'
import { isAway } from './api-problem.ts'

/** React Query is content with a first answer that is on its way, though it was asked for before the act: it is left too. */
class PageCache extends QueryClient {
  override invalidateQueries(
    ...[filters, options]: Parameters<QueryClient['invalidateQueries']>
  ): Promise<void> {
    const running = this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })
    for (const query of running) if (query.state.data === undefined) void query.cancel({ silent: true })
    return super.invalidateQueries(filters, options)
  }
}

/** One cache for the whole page; it is emptied whenever the signed-in person changes. */
export const createQueryClient = (): QueryClient =>
  trackChanges(
    new PageCache({
      defaultOptions: {
        queries: {
          staleTime: 30_000,
          retry: (failures, error) => failures < 1 && isAway(error),
          retryDelay: 500,
          // The browser's guess of being offline is often wrong: ask, and show what came of it.
          networkMode: 'always',
        },
        mutations: { networkMode: 'always' },
      },
    }),
  )

/** A reading call as a query: kept under its path and input. */
export const queryOf = <R extends Route>(entry: R, given: RouteInput<R>) =>
  queryOptions({
    queryKey: [entry.path, given],
    queryFn: (context) => request(entry, given, askedBy(context)),
  })

/** A page of a list. The rows before stay in view until those of another page, order or search are there. */
export const pageQueryOf = <R extends Route>(entry: R, given: RouteInput<R>) =>
  queryOptions({
    queryKey: [entry.path, given],
    queryFn: (context) => callPage(entry, given, askedBy(context)),
    placeholderData: keepPreviousData,
  })

/** Asks a list for a page: with `page` in the query it never answers the plain list. */
export const callPage = async <R extends Route>(
  entry: R,
  given: RouteInput<R>,
  options: { signal: AbortSignal; background?: boolean },
): Promise<PageOf<R>> => (await request(entry, given, options)) as PageOf<R>

type PageOf<R extends Route> = Extract<Answered<R>, { entryCount: number }>

/** The first fetch is a person's act; asking again for what is already shown is the web's own. */
export const askedBy = ({ client, queryKey, signal }: QueryFunctionContext) => ({
  signal,
  background: client.getQueryData(queryKey) !== undefined,
})
