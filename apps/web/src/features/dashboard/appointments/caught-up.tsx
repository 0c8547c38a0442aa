import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import type { ReactNode } from 'react'
import { clockText, shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { weekdayText } from './appointment-words.ts'
import { monthWord } from '#features/dashboard/calendar/month-days.ts'

interface CaughtUpProps {
  me: OwnProfile
  /** The first session after the next two days. */
  next: Session | undefined
  scheduleButton: ReactNode
  onShowDay: (day: string) => void
}

/** No appointments: shows the next session and the button to schedule one. */
export function CaughtUp({ me, next, scheduleButton, onShowDay }: CaughtUpProps) {
  const zone = zoneOf(me)
  const start = next && Date.parse(next.start_time)
  const day = start === undefined ? undefined : dayIn(start, zone)
  return (
    <div className="flex items-center gap-8 rounded-panel border border-dashed border-line-2 px-8 py-6 max-sm:px-5">
      <QuietLanes />
      <div>
        <h3 className="text-title font-semibold">You're all caught up!</h3>
        <p className="mt-1 max-w-92 text-ink-2">
          No calls in the next two days.
          {start !== undefined &&
            ` Your next one is ${weekdayText(zone, start)} at ${clockText(zone, start)} ${shortZoneName(zone, start)}.`}
        </p>
        <div className="mt-3.5 flex flex-wrap gap-2">
          {scheduleButton}
          {day !== undefined && (
            <Button look="quiet" onPress={() => onShowDay(day)}>
              Show {monthWord(day)}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

const QuietLanes = () => (
  <svg
    viewBox="0 0 72 48"
    aria-hidden="true"
    className="h-12 shrink-0 forced-color-adjust-none max-sm:hidden"
  >
    <line x1="0" x2="72" y1="24" y2="24" className="stroke-line-2" strokeDasharray="3 3" />
    <rect x="22" width="10" height="34" rx="5" className="fill-lane-coach-soft" />
    <rect x="40" y="14" width="10" height="34" rx="5" className="fill-lane-client-soft" />
  </svg>
)
