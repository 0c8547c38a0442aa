import { otherSideName } from '@parley/contract/rules/sessions/calendar-links.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { zoneAmong } from '@parley/contract/rules/time/time-zones.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'
import { writeIcs } from './ics.ts'
import { findSession, type SessionRow } from '#features/sessions/queries.ts'
import { previewUrl } from '#features/sessions/mails/session-letters.ts'

/**
 * The people whom a viewer meets in a session: the coach, if the viewer is the client or a participant; otherwise the client
 * or the participants.
 */
export const metBy = (viewerId: string, session: SessionRow) =>
  session.participants.some((person) => person.id === viewerId)
    ? [{ first_name: session.coach_first_name, username: '' }]
    : session.participants

/** The session as a file for the viewer's own calendar, under the same name as in an invitation. */
export async function sessionCalendarFile(
  ctx: Context<Person>,
  sessionId: string,
): Promise<{ filename: string; ics: string }> {
  const session = await findSession(ctx.db, ctx.principal, sessionId)
  if (!session) throw problem('session_not_found')
  const { profile } = ctx.principal
  const zone = zoneAmong(profile.time_zone, profile.organization?.time_zone, session.organization_zone)
  const ics = writeIcs({
    method: 'PUBLISH',
    zone,
    now: ctx.now,
    events: [
      {
        sessionId,
        sequence: session.ics_sequence,
        start: session.start_time,
        end: session.end_time,
        firstName: otherSideName(metBy(ctx.principal.id, session)),
        isCancelled: session.status === 'Cancelled',
        url: previewUrl(ctx.platform.config, sessionId),
      },
    ],
  })
  return { filename: `coaching-call-${dayIn(session.start_time.getTime(), zone)}.ics`, ics }
}
