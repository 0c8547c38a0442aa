import { DashboardScreen } from '#features/dashboard/dashboard-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'

export function DashboardPage() {
  const { data: me } = useMe()
  return me && <DashboardScreen me={me} />
}
