import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { ButtonLink, PlainLink } from '#ui/button/link.tsx'
import {
  SessionFaces,
  countdownText,
  otherSideText,
  previewOf,
  zonedRangeText,
} from '#features/sessions/sessions.ts'

interface StillOpenProps {
  me: OwnProfile
  sessions: readonly Session[]
  now: number
}

/** Sessions that have ended and can still be joined, quieter than the one that runs now. */
export function StillOpen({ me, sessions, now }: StillOpenProps) {
  if (sessions.length === 0) return null
  return (
    <ul aria-label="Still open" className="mt-3">
      {sessions.map((session) => (
        <li key={session.id}>
          <article className="relative flex items-center gap-2.5 border-t border-line py-2 hover:bg-hover">
            <SessionFaces session={session} />
            <div className="min-w-0 flex-1">
              <h3 className="truncate font-normal">
                <PlainLink
                  to={previewOf(session)}
                  aria-label={`Details, ${session.title}`}
                  className="outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus"
                >
                  {session.title}
                </PlainLink>
              </h3>
              <p className="text-small wrap-anywhere text-ink-3">
                {otherSideText(session)} · {countdownText(session, now)} ·{' '}
                <span className="whitespace-nowrap">
                  {zonedRangeText(zoneOf(me), Date.parse(session.start_time), Date.parse(session.end_time))}
                </span>
              </p>
            </div>
            <div className="relative">
              <ButtonLink to={previewOf(session)} size="small" aria-label={`Join Call, ${session.title}`}>
                Join Call
              </ButtonLink>
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}
