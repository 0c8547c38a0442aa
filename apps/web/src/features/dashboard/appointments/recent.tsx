import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { PlainLink } from '#ui/button/link.tsx'
import { SessionFaces, otherSideText, previewOf, StatusBadge } from '#features/sessions/sessions.ts'
import { recentText } from './appointment-words.ts'
import { Section } from '#features/dashboard/section.tsx'

interface RecentProps {
  me: OwnProfile
  sessions: readonly Session[]
  now: number
}

/** Sessions that ended lately, one compact line each. */
export function Recent({ me, sessions, now }: RecentProps) {
  if (sessions.length === 0) return null
  return (
    <Section title="Recent">
      <ul aria-label="Recent" className="grid grid-cols-1 gap-x-8 @2xl:grid-cols-2">
        {sessions.map((session) => (
          <li key={session.id}>
            <article className="relative flex items-center gap-2.5 border-t border-line py-2 hover:bg-hover">
              <SessionFaces session={session} />
              <div className="min-w-0 flex-1">
                <h3 className="truncate font-normal">
                  <PlainLink
                    to={previewOf(session)}
                    className="outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus"
                  >
                    {session.title}
                  </PlainLink>
                </h3>
                {/* The time is never cut: if both do not fit, it gets a line of its own. */}
                <p className="text-small wrap-anywhere text-ink-3">
                  {otherSideText(session)} ·{' '}
                  <span className="whitespace-nowrap">
                    {recentText(zoneOf(me), Date.parse(session.start_time), now)}
                  </span>
                </p>
              </div>
              <StatusBadge status={session.status} />
            </article>
          </li>
        ))}
      </ul>
    </Section>
  )
}
