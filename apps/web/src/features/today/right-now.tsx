import type { OwnProfile } from '@parley/contract/identity.ts'
import { useNow } from '#platform/time/clock.ts'
import { clockText, shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { useSessionsLive } from '#features/sessions/sessions.ts'
import { SidebarSection } from './sidebar-section.tsx'
import { useScheduledToday } from './today-queries.ts'

const nothing = [] as const

/** For Admins and higher roles: how many of today's sessions are still Scheduled. */
export function RightNow({ me, size }: { me: OwnProfile; size: 'medium' | 'large' }) {
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
