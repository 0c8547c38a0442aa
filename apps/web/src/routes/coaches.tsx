import { isAtLeast } from '@parley/contract/rules/levels.ts'
import { CoachesScreen } from '#features/people/list/coaches-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { NotFoundPage } from './not-found.tsx'

export function CoachesPage() {
  const { data: me } = useMe()
  const mayRead = me !== undefined && isAtLeast(me.privs, 'OrgAdmin')
  return mayRead ? <CoachesScreen me={me} /> : <NotFoundPage />
}
