import { getSession, listSessions } from '@parley/contract/sessions.ts'
import type { Given } from '@parley/contract/route.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePollMs } from '../../platform/live.ts'
import { pageQueryOf, queryOf } from '../../platform/queries.ts'
import { askAgainMs, sessionCacheOf } from './session-cache.ts'

/** A page of the list. What is fetched never undoes a change that is under way. */
export function useSessionsPage(query: Given<typeof listSessions>['query']) {
  const { keep } = sessionCacheOf(useQueryClient())
  const refetchInterval = askAgainMs(usePollMs())
  return useQuery({ ...pageQueryOf(listSessions, { query }), structuralSharing: keep, refetchInterval })
}

/** One session, or nothing while there is none to ask for. */
export function useSession(id: string, { isWanted }: { isWanted: boolean }) {
  const { keep } = sessionCacheOf(useQueryClient())
  return useQuery({
    ...queryOf(getSession, { params: { id } }),
    structuralSharing: keep,
    enabled: isWanted,
  })
}
