import type { CallPresence } from '@parley/contract/calls/call-record.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Span } from '@parley/contract/rules/calls/presence.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { MessageSquareText } from 'lucide-react'
import { clockText, withoutHalf, zoneOf } from '#platform/time/time-zone.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { countText } from '#ui/display/amount-text.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { clockRangeText } from '#features/sessions/sessions.ts'
import { minutesText, personIn, spansOf } from './presence-facts.ts'
import { laneScaleOf, laneTicksOf } from './lane-scale.ts'

interface PresenceLanesProps {
  me: OwnProfile
  session: Session
  presence: CallPresence
  /** Whether the chat has a lane, too. */
  showsChat?: boolean
}

/** Shows who was in the call when: a lane for each person, the coach's first, with the minutes beside it. */
export function PresenceLanes({ me, session, presence, showsChat = false }: PresenceLanesProps) {
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
        {showsChat && presence.written.length > 0 && (
          <ChatLane {...{ zone, session, scale, percent }} written={presence.written} />
        )}
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

interface ChatLaneProps {
  zone: string
  session: Session
  scale: Span
  percent: (at: number) => string
  written: CallPresence['written']
}

/** A dot for each minute in which somebody wrote, in the colour of their lane if the viewer may know who it was. */
function ChatLane({ zone, session, scale, percent, written }: ChatLaneProps) {
  const messages = written.reduce((sum, each) => sum + each.messages, 0)
  return (
    <li className={columns}>
      <span className="flex min-w-0 items-center gap-2">
        <MessageSquareText
          aria-hidden="true"
          strokeWidth={1.75}
          className="mx-0.75 size-4 shrink-0 text-ink-2"
        />
        <span className="truncate font-medium">Chat</span>
      </span>
      <span className="relative h-3.5 rounded-tag bg-sunken max-sm:col-span-2 max-sm:row-start-2">
        {written.map(({ at, by_id, messages: count }) => (
          <span
            key={`${at} ${by_id}`}
            style={{ left: percent(placeIn(scale, Date.parse(at))) }}
            className={`absolute top-1/2 size-2.5 -translate-1/2 rounded-round forced-color-adjust-none ${colorOf(session, by_id)}`}
          >
            <span className="sr-only">{`${clockText(zone, Date.parse(at))}: ${writtenText(session, by_id, count)}, `}</span>
          </span>
        ))}
      </span>
      <span className="text-right font-figures font-semibold">{countText(messages, 'message')}</span>
    </li>
  )
}

/** A message written before anybody came, or after everybody left, stands at the edge. */
const placeIn = ({ from, until }: Span, at: number): number => Math.min(Math.max(at, from), until)

function colorOf({ coach_id }: Session, by_id: string | null): string {
  if (by_id === null) return 'bg-ink-3'
  return by_id === coach_id ? 'bg-lane-coach' : 'bg-lane-client'
}

/** '2 messages', or '2 messages by Kwame' for viewers who may know. */
function writtenText({ coach, participants }: Session, by_id: string | null, count: number): string {
  const author = [...coach.map((one) => ({ ...one, username: '' })), ...participants].find(
    ({ id }) => id === by_id,
  )
  const messages = countText(count, 'message')
  return author ? `${messages} by ${author.first_name || nameOf(author)}` : messages
}
