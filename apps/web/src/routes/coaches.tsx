import { CoachesScreen } from '#features/people/list/coaches-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'

export function CoachesPage() {
  const { data: me } = useMe()
  return me && <CoachesScreen me={me} />
}
