import { listClients } from '@parley/contract/people.ts'
import { personShape } from '#features/people/list/person-shape.ts'
import { pageQueryOf } from '#platform/server/queries.ts'
import { queryAt } from '#ui/table/table-address.ts'
import type { Prefetch } from './page-routes.ts'
import { ClientsScreen } from '#features/people/list/people-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'

export function ClientsPage() {
  const { data: me } = useMe()
  return me && <ClientsScreen me={me} />
}

export const prefetch: Prefetch = ({ client, me, address }) =>
  client.prefetchQuery(pageQueryOf(listClients, { query: queryAt(address, personShape('client', me)) }))
