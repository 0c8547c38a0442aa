import { listSessions } from '@parley/contract/sessions.ts'
import { sessionShape } from '#features/sessions/list/session-shape.ts'
import { pageQueryOf } from '#platform/server/queries.ts'
import { queryAt } from '#ui/table/table-address.ts'
import type { Prefetch } from './page-routes.ts'
import { SessionsScreen } from '#features/sessions/list/sessions-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'

export function SessionsPage() {
  const { data: me } = useMe()
  return me && <SessionsScreen me={me} />
}

export const prefetch: Prefetch = ({ client, me, address }) =>
  client.prefetchQuery(pageQueryOf(listSessions, { query: queryAt(address, sessionShape(me)) }))
