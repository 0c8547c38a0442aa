import type { OwnProfile } from '@parley/contract/identity.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { RightNow } from './right-now.tsx'
import { TodayList } from './today-list.tsx'

interface TodayProps {
  me: OwnProfile
  /** In the drawer, entries are larger and following one closes the drawer. */
  size: 'medium' | 'large'
  onLeave?: () => void
}

/** The sidebar's foot: today's calls for coaches and organization admins, a count of open sessions for higher roles. */
export function Today(props: TodayProps) {
  return isAtLeast(props.me.privs, 'Admin') ? <RightNow {...props} /> : <TodayList {...props} />
}
