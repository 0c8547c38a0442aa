import { getSession, listSessions, personSessions } from '@parley/contract/sessions/sessions.ts'
import type { RouteInput } from '@parley/contract/wire/route.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { usePollMs } from '#platform/live/channel.ts'
import { requestOptionsOf, callPage, pageQueryOf, queryOf } from '#platform/server/queries.ts'
import { askAgainMs } from './session-cache.ts'

type Query = RouteInput<typeof listSessions>['query']

export function useSessionsPage(query: Query) {
  const refetchInterval = askAgainMs(usePollMs())
  return useQuery({ ...pageQueryOf(listSessions, { query }), refetchInterval })
}

interface ListAt {
  /** The list's cache key; the same for the same list. */
  name: string
  queryAt: (now: number) => Query
}

/** A list whose range moves with the clock: the range is computed on each fetch. */
export const sessionsAtQuery = ({ name, queryAt }: ListAt) =>
  queryOptions({
    queryKey: [listSessions.path, name],
    queryFn: (context) => callPage(listSessions, { query: queryAt(Date.now()) }, requestOptionsOf(context)),
  })

export function useSessionsAt(list: ListAt, { isWanted = true } = {}) {
  const refetchInterval = askAgainMs(usePollMs())
  return useQuery({ ...sessionsAtQuery(list), refetchInterval, enabled: isWanted })
}

/** One session; nothing is fetched while `isWanted` is false. */
export function useSession(id: string, { isWanted }: { isWanted: boolean }) {
  const refetchInterval = usePollMs()
  return useQuery({
    ...queryOf(getSession, { params: { id } }),
    refetchInterval,
    enabled: isWanted,
  })
}

type When = RouteInput<typeof personSessions>['query']['when']

/** Some of a person's next or past sessions. */
export const personSessionsQuery = (id: string, when: When) =>
  queryOf(personSessions, { params: { id }, query: { when } })

export function usePersonSessions(id: string, when: When) {
  const refetchInterval = askAgainMs(usePollMs())
  return useQuery({ ...personSessionsQuery(id, when), refetchInterval })
}
