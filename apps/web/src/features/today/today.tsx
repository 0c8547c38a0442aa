import type { OwnProfile } from '@parley/contract/identity.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { useNow } from '#platform/time/clock.ts'
import { clockText, shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { useSessionsLive } from '#features/sessions/sessions.ts'
import { SidebarSection } from './sidebar-section.tsx'
import { TodayList } from './today-list.tsx'
import { useScheduledToday } from './today-queries.ts'

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

const nothing = [] as const

/** For Admins and higher roles: how many of today's sessions are still Scheduled. */
function RightNow({ me, size }: { me: OwnProfile; size: 'medium' | 'large' }) {
  const now = useNow()
  const zone = zoneOf(me)
  const answer = useScheduledToday(me, now)
  useSessionsLive(nothing)
  const count = answer.data?.scheduled
  return (
    <SidebarSection
      title="Right now"
      note={`${clockText(zone, now)} ${shortZoneName(zone, now)}`}
      size={size}
    >
      <dl className={`flex items-baseline justify-between ${size === 'medium' ? 'text-label' : 'text-body'}`}>
        <dt className="text-ink-2">Still scheduled today</dt>
        <dd className="font-figures font-semibold">
          {count === undefined ? '–' : count.toLocaleString('en-US')}
        </dd>
      </dl>
    </SidebarSection>
  )
}
