import { listClients, listCoaches } from '@parley/contract/people.ts'
import { ClientsScreen, CoachesScreen } from '#features/people/list/people-screen.tsx'
import { personShape } from '#features/people/list/person-shape.ts'
import { pageQueryOf } from '#platform/server/queries.ts'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { queryAt } from '#ui/table/table-address.ts'
import type { Prefetch } from './page-routes.ts'

export function ClientsPage() {
  const { data: me } = useMe()
  return me && <ClientsScreen me={me} />
}

export const prefetchClients: Prefetch = ({ client, me, address }) =>
  client.prefetchQuery(pageQueryOf(listClients, { query: queryAt(address, personShape('client', me)) }))

export function CoachesPage() {
  const { data: me } = useMe()
  return me && <CoachesScreen me={me} />
}

export const prefetchCoaches: Prefetch = ({ client, me, address }) =>
  client.prefetchQuery(pageQueryOf(listCoaches, { query: queryAt(address, personShape('coach', me)) }))
