import { isAtLeast } from '@parley/contract/rules/levels.ts'
import { useMe } from '../platform/session.ts'
import { NotHereYet } from '../ui/not-here-yet.tsx'
import { NotFoundPage } from './not-found.tsx'

export function CoachesPage() {
  const { data: me } = useMe()
  const mayRead = me !== undefined && isAtLeast(me.privs, 'OrgAdmin')
  return mayRead ? <NotHereYet title="Coach Management" /> : <NotFoundPage />
}
