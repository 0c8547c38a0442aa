import type { OwnProfile } from '@parley/contract/identity.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { ReactNode } from 'react'
import { deviceHint, shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { titleOf } from '#platform/pages.ts'
import { Note } from '#ui/display/note.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { weekdayText } from './appointments/appointment-words.ts'

interface DashboardHeadProps {
  me: OwnProfile
  now: number
  action: ReactNode
}

/** The title, today's date and, for those who look after an organization, its name. */
export function DashboardHead({ me, now, action }: DashboardHeadProps) {
  const zone = zoneOf(me)
  const long = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'long',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  }).format(now)
  const hint = deviceHint(zone, now)
  const place = isAtLeast(me.privs, 'OrgAdmin') ? me.organization?.displayName : undefined
  return (
    <header className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 max-sm:w-full max-sm:justify-between">
        <PageHeading title={titleOf('dashboard')} />
        <p className="text-ink-2 max-sm:hidden">
          {long}
          {place !== undefined && ` · ${place}`}
        </p>
        <p className="text-label text-ink-2 sm:hidden">
          {weekdayText(zone, now)} · {shortZoneName(zone, now)}
        </p>
      </div>
      {action}
      {/* Wider screens show this in the top bar. */}
      {hint !== undefined && (
        <div className="w-full lg:hidden">
          <Note kind="warning">
            Times are in {shortZoneName(zone, now)}. {hint}
          </Note>
        </div>
      )}
    </header>
  )
}
