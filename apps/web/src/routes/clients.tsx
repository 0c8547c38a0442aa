import { ClientsScreen } from '#features/people/list/clients-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'

export function ClientsPage() {
  const { data: me } = useMe()
  return me && <ClientsScreen me={me} />
}
