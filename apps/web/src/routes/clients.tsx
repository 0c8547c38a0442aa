import { ClientsScreen } from '#features/people/list/clients-screen.tsx'
import { useMe } from '#platform/session.ts'

export function ClientsPage() {
  const { data: me } = useMe()
  return me && <ClientsScreen me={me} />
}
