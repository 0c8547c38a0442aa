import { ProfileScreen } from '#features/identity/profile/profile-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'

export function ProfilePage() {
  const { data: me } = useMe()
  return me && <ProfileScreen me={me} />
}
