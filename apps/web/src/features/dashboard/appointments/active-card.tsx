import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { Video } from 'lucide-react'
import { clockText, shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { Badge } from '#ui/display/badge.tsx'
import { ButtonLink, Link } from '#ui/button/link.tsx'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import {
  SessionFaces,
  countdownText,
  otherSideText,
  previewOf,
  spokenCountdown,
  zonedRangeText,
} from '#features/sessions/sessions.ts'
import { clientTimesText } from './appointment-words.ts'

interface ActiveCardProps {
  me: OwnProfile
  session: Session
  now: number
}

/** The one session that can be joined now. */
export function ActiveCard(props: ActiveCardProps) {
  const isSmall = useSmallScreen()
  return (
    <article className="rounded-panel border border-accent-line bg-accent-soft">
      {isSmall ? <NarrowCard {...props} /> : <WideCard {...props} />}
      <output className="sr-only">{spokenCountdown(props.session, props.now)}</output>
    </article>
  )
}

function WideCard({ me, session, now }: ActiveCardProps) {
  const zone = zoneOf(me)
  const [start, end] = [Date.parse(session.start_time), Date.parse(session.end_time)]
  const [clock, half] = clockText(zone, start).split(/\s/)
  return (
    <div className="flex items-center gap-5 py-5 pr-5 pl-5.5">
      <div className="w-30 shrink-0 font-figures">
        <p className="text-figure font-semibold tracking-[-0.02em] whitespace-nowrap">
          {clock} <span className="text-large font-medium tracking-normal">{half}</span>
        </p>
        <p className="text-label whitespace-nowrap text-ink-2">
          to {clockText(zone, end)} {shortZoneName(zone, start)}
        </p>
      </div>
      <LaneMark />
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-2 text-title font-semibold wrap-anywhere">{session.title}</h3>
        <p className="mt-1 flex min-w-0 items-center gap-2">
          <SessionFaces session={session} />
          <span className="truncate">{otherSideText(session)}</span>
        </p>
        <p className="mt-1 text-label text-pretty text-ink-2">{clientTimesText(session, zone)}</p>
      </div>
      <div className="flex w-43 shrink-0 flex-col items-center gap-2.5">
        <p className="font-semibold text-accent-ink">{countdownText(session, now)}</p>
        <JoinLink session={session} />
        <span className="text-label">
          <Details session={session} />
        </span>
      </div>
    </div>
  )
}

function NarrowCard({ me, session, now }: ActiveCardProps) {
  const zone = zoneOf(me)
  const [start, end] = [Date.parse(session.start_time), Date.parse(session.end_time)]
  return (
    <div className="p-4">
      <p className="flex items-center justify-between gap-3">
        <span className="text-[0.9375rem] font-semibold text-accent-ink">{countdownText(session, now)}</span>
        <span className="rounded-tag bg-surface">
          <Badge tone="outlined">Coaching Call</Badge>
        </span>
      </p>
      <h3 className="mt-2.5 text-title font-semibold wrap-anywhere">{session.title}</h3>
      <div className="mt-3 flex gap-4">
        <LaneMark />
        <div className="min-w-0">
          <p className="font-figures text-[0.9375rem]">{zonedRangeText(zone, start, end)}</p>
          <p className="text-label text-ink-2">{clientTimesText(session, zone)}</p>
          <p className="truncate text-label text-ink-2">{otherSideText(session)}</p>
        </div>
      </div>
      <div className="mt-4">
        <JoinLink session={session} />
      </div>
      <p className="mt-3 text-center">
        <Details session={session} />
      </p>
    </div>
  )
}

/** The two lanes of the session: the coach's and, a step later, the client's. */
const LaneMark = () => (
  <svg
    viewBox="0 0 14 78"
    aria-hidden="true"
    className="h-19.5 shrink-0 forced-color-adjust-none max-sm:h-15"
  >
    <rect width="5" height="54" rx="2.5" className="fill-lane-coach" />
    <rect x="9" y="24" width="5" height="54" rx="2.5" className="fill-lane-client" />
  </svg>
)

const JoinLink = ({ session }: { session: Session }) => (
  <ButtonLink to={previewOf(session)} look="primary" size="large" width="full">
    <Video strokeWidth={1.75} />
    Join Call
  </ButtonLink>
)

const Details = ({ session }: { session: Session }) => (
  <Link to={previewOf(session)} aria-label={`Details, ${session.title}`}>
    Details
  </Link>
)
