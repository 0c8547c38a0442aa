import { listSessions } from '@parley/contract/sessions/sessions.ts'
import { firstOfDashboard } from '#features/dashboard/dashboard-queries.ts'
import { DashboardScreen } from '#features/dashboard/dashboard-screen.tsx'
import { tableShape } from '#features/dashboard/sessions-table.tsx'
import { pageQueryOf } from '#platform/server/queries.ts'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { queryAt } from '#ui/table/table-address.ts'
import type { Prefetch } from './page-routes.ts'

export function DashboardPage() {
  const { data: me } = useMe()
  return me && <DashboardScreen me={me} />
}

export const prefetch: Prefetch = ({ client, address, me }) => {
  const { appointments, stillOpen, recent, progress } = firstOfDashboard(me)
  return Promise.all([
    client.prefetchQuery(appointments),
    client.prefetchQuery(stillOpen),
    client.prefetchQuery(recent),
    client.prefetchQuery(progress),
    client.prefetchQuery(pageQueryOf(listSessions, { query: queryAt(address, tableShape(me)) })),
  ])
}
