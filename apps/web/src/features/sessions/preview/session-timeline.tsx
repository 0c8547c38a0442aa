import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import type { Span } from '@parley/contract/rules/time/free-times.ts'
import type { ReactNode } from 'react'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import {
  cityOf,
  clockText,
  clockThere,
  otherWeekday,
  shortZoneName,
  withoutHalf,
  zoneOf,
} from '#platform/time/time-zone.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Ellipsis } from '#ui/display/ellipsis.tsx'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import { placeOf } from '#features/sessions/ruler/ruler-scale.ts'
import { clockRangeText } from '#features/sessions/words/session-words.ts'
import { joinWindowOf, scaleOf, spanOf, tickText, ticksOf } from './timeline-scale.ts'

interface TimelineProps {
  me: OwnProfile
  session: Session
  now: number
}

interface LaneOf {
  person: Session['participants'][number]
  role: 'coach' | 'other'
  zone: string
}

/** The coach's lane and those of everybody else, each in their own zone. */
function lanesOf({ coach, participants, organization }: Session): LaneOf[] {
  return [
    ...coach.map((person) => ({ person: { ...person, username: '', email: '' }, role: 'coach' as const })),
    ...participants.map((person) => ({ person, role: 'other' as const })),
  ].map((lane) => ({ ...lane, zone: lane.person.time_zone ?? organization.time_zone }))
}

/** The session's time for each of its people, with its join window and the current time. */
export function SessionTimeline(props: TimelineProps) {
  return useSmallScreen() ? <PeopleTimes {...props} /> : <WideTimeline {...props} />
}

const laneColors = {
  coach: 'bg-lane-coach text-on-accent',
  other: 'bg-lane-client text-on-accent',
}
/** A cancelled session and a no-show are drawn as an outline. */
const emptyLane = 'border border-dashed border-line-2 bg-surface text-ink-2'

function WideTimeline({ me, session, now }: TimelineProps) {
  const zone = zoneOf(me)
  const span = spanOf(session)
  const scale = scaleOf(span)
  const percent = (at: number) => `${placeOf(scale, at) * 100}%`
  const isNowShown = now >= scale.start && now <= scale.end && session.status === 'Scheduled'
  return (
    <div className="grid grid-cols-[11.75rem_minmax(0,1fr)] gap-x-4">
      <div />
      <div aria-hidden="true" className="relative h-6 font-figures text-small text-ink-3">
        {ticksOf(scale, zone)
          .filter((tick) => !isNowShown || Math.abs(placeOf(scale, tick) - placeOf(scale, now)) > 0.06)
          .map((tick) => (
            <Label key={tick} place={placeOf(scale, tick)}>
              {tickText(zone, tick)}
            </Label>
          ))}
        {isNowShown && (
          <Label place={placeOf(scale, now)}>
            <span className="font-semibold text-red-ink">{withoutHalf(clockText(zone, now))}</span>
          </Label>
        )}
      </div>
      <ul aria-label="Times" className="contents">
        {lanesOf(session).map((lane) => (
          <li key={lane.person.id} className="contents">
            <LanePerson lane={lane} at={span.start} />
            <div className="relative mb-2 h-9.5 self-center rounded-tag bg-sunken">
              <p
                style={{ left: percent(span.start), right: `${(1 - placeOf(scale, span.end)) * 100}%` }}
                className={`absolute inset-y-0 flex items-center overflow-hidden rounded-tag px-3 font-figures text-label font-semibold forced-color-adjust-none ${session.status === 'Cancelled' || session.status === 'NoShow' ? emptyLane : laneColors[lane.role]}`}
              >
                <span className="truncate">
                  {[
                    otherWeekday(lane.zone, span.start, zone),
                    clockRangeText(lane.zone, span.start, span.end),
                  ]
                    .filter(Boolean)
                    .join(' ')}
                </span>
              </p>
              {isNowShown && (
                <span
                  aria-hidden="true"
                  style={{ left: percent(now) }}
                  className="absolute -top-2 -bottom-2 w-px bg-red forced-color-adjust-none"
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      <div />
      <JoinWindow zone={zone} scale={scale} window={joinWindowOf(span)} />
    </div>
  )
}

/** Labels at the ends stay inside. */
function Label({ place, children }: { place: number; children: ReactNode }) {
  const shift = place < 0.02 ? '' : place > 0.98 ? '-translate-x-full' : '-translate-x-1/2'
  return (
    <span style={{ left: `${place * 100}%` }} className={`absolute bottom-1.5 whitespace-nowrap ${shift}`}>
      {children}
    </span>
  )
}

const LanePerson = ({ lane: { person, zone }, at }: { lane: LaneOf; at: number }) => (
  <div className="mb-2 flex min-w-0 items-center gap-2">
    <Avatar person={person} size={22} />
    <div className="min-w-0">
      <Ellipsis lines={2} className="font-medium">
        {nameOf(person)}
      </Ellipsis>
      <p className="truncate text-small text-ink-3">
        {cityOf(zone)}, {shortZoneName(zone, at)}
      </p>
    </div>
  </div>
)

interface JoinWindowProps {
  zone: string
  scale: Span
  window: Span
}

function JoinWindow({ zone, scale, window: { start, end } }: JoinWindowProps) {
  const place = { left: `${placeOf(scale, start) * 100}%`, right: `${(1 - placeOf(scale, end)) * 100}%` }
  return (
    <div className="relative h-6">
      <div
        aria-hidden="true"
        style={place}
        className="absolute top-0 h-4 rounded-b-tag border border-t-0 border-line-2"
      />
      <p style={place} className="absolute top-2 flex justify-center text-small text-ink-3">
        <span className="bg-surface px-1.5 font-figures whitespace-nowrap">
          join window, {clockRangeText(zone, start, end)}
        </span>
      </p>
    </div>
  )
}

/** On a small screen: each person's local time at the start. */
function PeopleTimes({ me, session }: TimelineProps) {
  const { start } = spanOf(session)
  return (
    <ul aria-label="Times" className="border-t border-line">
      {lanesOf(session).map(({ person, role, zone }) => (
        <li key={person.id} className="flex items-center gap-2.5 border-b border-line py-2.5">
          <span
            aria-hidden="true"
            className={`h-5.5 w-1 shrink-0 rounded-round forced-color-adjust-none ${role === 'coach' ? 'bg-lane-coach' : 'bg-lane-client'}`}
          />
          <Avatar person={person} size={22} />
          <span className="min-w-0 flex-1 truncate text-[0.9375rem]">{nameOf(person)}</span>
          <span className="shrink-0 font-figures text-label text-ink-2">
            {clockThere(zone, start, zoneOf(me))} {cityOf(zone)}
          </span>
        </li>
      ))}
    </ul>
  )
}
