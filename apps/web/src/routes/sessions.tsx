import { SessionsScreen } from '#features/sessions/list/sessions-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'

export function SessionsPage() {
  const { data: me } = useMe()
  return me && <SessionsScreen me={me} />
}
