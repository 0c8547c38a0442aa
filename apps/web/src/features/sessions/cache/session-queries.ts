import { getSession, listSessions } from '@parley/contract/sessions.ts'
import type { RouteInput } from '@parley/contract/route.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePollMs } from '#platform/live/channel.ts'
import { askedBy, callPage, pageQueryOf, queryOf } from '#platform/server/queries.ts'
import { askAgainMs, sessionCacheOf } from './session-cache.ts'

type Query = RouteInput<typeof listSessions>['query']

/** A page of the list. What is fetched never undoes a change that is under way. */
export function useSessionsPage(query: Query) {
  const { keep } = sessionCacheOf(useQueryClient())
  const refetchInterval = askAgainMs(usePollMs())
  return useQuery({ ...pageQueryOf(listSessions, { query }), structuralSharing: keep, refetchInterval })
}

interface ListAt {
  /** What the list is kept under; the same for the same list. */
  name: string
  queryAt: (now: number) => Query
  isWanted?: boolean
}

/** A list whose range goes with the clock: it is worked out when the list is asked for. */
export function useSessionsAt({ name, queryAt, isWanted = true }: ListAt) {
  const { keep } = sessionCacheOf(useQueryClient())
  const refetchInterval = askAgainMs(usePollMs())
  return useQuery({
    queryKey: [listSessions.path, name],
    queryFn: (context) => callPage(listSessions, { query: queryAt(Date.now()) }, askedBy(context)),
    structuralSharing: keep,
    refetchInterval,
    enabled: isWanted,
  })
}

/** One session, or nothing while there is none to ask for. */
export function useSession(id: string, { isWanted }: { isWanted: boolean }) {
  const { keep } = sessionCacheOf(useQueryClient())
  const refetchInterval = usePollMs()
  return useQuery({
    ...queryOf(getSession, { params: { id } }),
    structuralSharing: keep,
    refetchInterval,
    enabled: isWanted,
  })
}
