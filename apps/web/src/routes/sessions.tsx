import { listSessions } from '@parley/contract/sessions/sessions.ts'
import { sessionsQueryAt } from '#features/sessions/list/session-range.ts'
import { SessionsScreen } from '#features/sessions/list/sessions-screen.tsx'
import { pageQueryOf } from '#platform/server/queries.ts'
import { useMe } from '#platform/sign-in/sign-in.ts'
import type { Prefetch } from './page-routes.ts'

export function SessionsPage() {
  const { data: me } = useMe()
  return me && <SessionsScreen me={me} />
}

export const prefetch: Prefetch = ({ client, me, address }) =>
  client.prefetchQuery(pageQueryOf(listSessions, { query: sessionsQueryAt(address, me, Date.now()) }))
