import { getProfile } from '@parley/contract/people.ts'
import { queryOf } from '#platform/server/queries.ts'
import type { Prefetch } from './page-routes.ts'
import { ProfileScreen } from '#features/identity/profile/profile-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'

export function ProfilePage() {
  const { data: me } = useMe()
  return me && <ProfileScreen me={me} />
}

export const prefetch: Prefetch = ({ client, me }) =>
  client.prefetchQuery(queryOf(getProfile, { params: { id: me.id } }))
