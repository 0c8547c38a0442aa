import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { appointmentsPage } from '@parley/contract/rules/sessions/appointments.ts'
import { isJoinable } from '@parley/contract/rules/sessions/phases.ts'
import { useState } from 'react'
import { cityOf, clockText, shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { ButtonLink, PlainLink } from '#ui/button/link.tsx'
import { Pager } from '#ui/table/pages/pager.tsx'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import {
  SessionFaces,
  AddToCalendar,
  clientOf,
  otherSideText,
  previewOf,
  waitText,
} from '#features/sessions/sessions.ts'
import { clientZone, dayWord, elsewhereText } from './appointment-words.ts'
import { Section } from '#features/dashboard/section.tsx'

interface UpcomingProps {
  me: OwnProfile
  sessions: readonly Session[]
  now: number
}

/** 'Upcoming Coaching Calls', four to a page. */
export function Upcoming({ me, sessions, now }: UpcomingProps) {
  const isSmall = useSmallScreen()
  const [wanted, setPage] = useState(1)
  const pageCount = Math.ceil(sessions.length / appointmentsPage)
  const page = Math.min(wanted, pageCount)
  const shown = sessions.slice((page - 1) * appointmentsPage, page * appointmentsPage)
  // Two rows of two look better than three and one.
  const columns = shown.length === 3 ? '@lg:grid-cols-2 @3xl:grid-cols-3' : '@lg:grid-cols-2'
  const pager = pageCount > 1 && (
    <Pager label="Pages of upcoming calls" page={page} pageCount={pageCount} onChange={setPage} />
  )
  return (
    <Section
      title="Upcoming Coaching Calls"
      note="next 2 days"
      action={!isSmall && pager && <div className="-my-1.5">{pager}</div>}
    >
      <ul
        aria-label="Upcoming Coaching Calls"
        className={isSmall ? 'border-t border-line' : `grid gap-3 ${columns}`}
      >
        {shown.map((session) => (
          <li key={session.id}>
            {isSmall ? <CallRow {...{ me, session, now }} /> : <CallCard {...{ me, session, now }} />}
          </li>
        ))}
      </ul>
      {isSmall && pager && <div className="flex justify-end pt-2">{pager}</div>}
    </Section>
  )
}

interface CallProps {
  me: OwnProfile
  session: Session
  now: number
}

function CallCard({ me, session, now }: CallProps) {
  const zone = zoneOf(me)
  const start = Date.parse(session.start_time)
  return (
    <article className="flex h-full flex-col rounded-panel border border-line-2 px-4 pt-3.5 pb-3">
      <p className="font-figures text-label">
        <span className="font-semibold">
          {clockText(zone, start)} {shortZoneName(zone, start)}
        </span>{' '}
        <span className="text-ink-3">{dayWord(zone, start, now)}</span>
      </p>
      <h3 className="mt-1 truncate text-[0.9375rem]/6 font-semibold">{session.title}</h3>
      <p className="mt-1.5 flex min-w-0 items-center gap-2 text-label text-ink-2">
        <SessionFaces session={session} size={22} />
        <span className="truncate">{otherSideText(session)}</span>
      </p>
      <p className="mt-1 truncate text-label text-ink-3">{elsewhereText(session, zone)}</p>
      <div className="mt-auto flex flex-wrap items-center gap-1 pt-3">
        {isJoinable(session, now) ? (
          <JoinCall session={session} />
        ) : (
          <AddToCalendar session={session} viewerId={me.id} />
        )}
        <ButtonLink
          to={previewOf(session)}
          look="quiet"
          size="small"
          aria-label={`Details, ${session.title}`}
        >
          Details
        </ButtonLink>
      </div>
    </article>
  )
}

/** For a second joinable session, such as one that overlaps the join window of the large card's session. */
const JoinCall = ({ session }: { session: Session }) => (
  <ButtonLink to={previewOf(session)} look="primary" size="small" aria-label={`Join Call, ${session.title}`}>
    Join Call
  </ButtonLink>
)

function CallRow({ me, session, now }: CallProps) {
  const zone = zoneOf(me)
  const start = Date.parse(session.start_time)
  const city = clientOf(session) && cityOf(clientZone(session))
  const day = dayWord(zone, start, now)
  return (
    <article className="relative flex items-center gap-4 border-b border-line py-3">
      <div className="w-25 shrink-0">
        <p className="font-figures text-[0.9375rem]/6 font-semibold whitespace-nowrap">
          {clockText(zone, start)}{' '}
          <span className="text-small font-normal text-ink-3">{shortZoneName(zone, start)}</span>
        </p>
        <p className="text-small text-ink-3">{day === 'today' ? `in ${waitText(start, now)}` : day}</p>
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-2 text-[0.9375rem]/6">
          <PlainLink
            to={previewOf(session)}
            aria-label={`Details, ${session.title}`}
            className="outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {session.title}
          </PlainLink>
        </h3>
        <p className="text-label wrap-anywhere text-ink-2">
          {[otherSideText(session), city].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className="relative">
        {isJoinable(session, now) ? (
          <JoinCall session={session} />
        ) : (
          <AddToCalendar session={session} viewerId={me.id} size="icon" />
        )}
      </div>
    </article>
  )
}
