import { listReports } from '@parley/contract/calls/call-reports.ts'
import { reportShape, ReportsScreen } from '#features/calls/reports/reports-screen.tsx'
import { pageQueryOf } from '#platform/server/queries.ts'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { queryAt } from '#ui/table/table-address.ts'
import type { Prefetch } from './page-routes.ts'

export function ReportsPage() {
  const { data: me } = useMe()
  return me && <ReportsScreen me={me} />
}

export const prefetch: Prefetch = ({ client, address }) =>
  client.prefetchQuery(pageQueryOf(listReports, { query: queryAt(address, reportShape) }))
