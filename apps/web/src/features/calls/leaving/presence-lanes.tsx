import type { CallPresence } from '@parley/contract/calls/call-record.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Span } from '@parley/contract/rules/calls/presence.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { clockText, withoutHalf, zoneOf } from '#platform/time/time-zone.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { clockRangeText } from '#features/sessions/sessions.ts'
import { minutesText, personIn, spansOf } from './presence-facts.ts'
import { laneScaleOf, laneTicksOf } from './lane-scale.ts'

interface PresenceLanesProps {
  me: OwnProfile
  session: Session
  presence: CallPresence
}

/** Shows who was in the call when: a lane for each person, the coach's first, with the minutes beside it. */
export function PresenceLanes({ me, session, presence }: PresenceLanesProps) {
  const zone = zoneOf(me)
  const lanes = [...session.coach.map((coach) => ({ ...coach, username: '' })), ...session.participants].map(
    (person) => ({ person, spans: spansOf(personIn(presence, person.id).inRoom, presence.now) }),
  )
  const scale = laneScaleOf(lanes.flatMap(({ spans }) => spans))
  if (!scale) return <p className="text-ink-2">Nobody was in the call.</p>
  const percent = (at: number) => `${((at - scale.from) / (scale.until - scale.from)) * 100}%`
  return (
    <>
      <ul aria-label="In the call" className="flex flex-col gap-3">
        {lanes.map(({ person, spans }) => (
          <li key={person.id} className={columns}>
            <span className="flex min-w-0 items-center gap-2">
              <Avatar person={person} size={22} />
              <span className="truncate font-medium">
                {person.id === me.id ? 'You' : person.first_name || nameOf(person)}
              </span>
            </span>
            <Lane {...{ zone, spans, percent }} isCoach={person.id === session.coach_id} />
            <span className="text-right font-figures font-semibold whitespace-nowrap">
              {minutesText(spans)}
            </span>
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className={`mt-3 ${columns}`}>
        <div className="relative h-4 font-figures text-small text-ink-3 max-sm:col-span-2 sm:col-start-2">
          {laneTicksOf(scale).map((tick) => (
            <span
              key={tick}
              style={{ left: percent(tick) }}
              // At both ends the label stays inside the scale.
              className={`absolute whitespace-nowrap ${tick === scale.until ? '-translate-x-full' : '-translate-x-1/2'} first:translate-x-0`}
            >
              {withoutHalf(clockText(zone, tick))}
            </span>
          ))}
        </div>
      </div>
    </>
  )
}

/** Name, lane and minutes in a row; on a small screen the lane lies below the other two. */
const columns =
  'grid items-center gap-x-4 gap-y-1.5 grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[7.5rem_minmax(0,1fr)_5.25rem]'

interface LaneProps {
  zone: string
  spans: readonly Span[]
  percent: (at: number) => string
  isCoach: boolean
}

const Lane = ({ zone, spans, percent, isCoach }: LaneProps) => (
  <span className="relative h-3.5 rounded-tag bg-sunken max-sm:col-span-2 max-sm:row-start-2">
    {spans.map(({ from, until }) => (
      <span
        key={from}
        style={{ left: percent(from), width: `calc(${percent(until)} - ${percent(from)})` }}
        className={`absolute inset-y-0 min-w-0.5 rounded-tag forced-color-adjust-none ${isCoach ? 'bg-lane-coach' : 'bg-lane-client'}`}
      >
        <span className="sr-only">{`${clockRangeText(zone, from, until)}, `}</span>
      </span>
    ))}
  </span>
)
