import type { Session } from '@parley/contract/sessions/sessions.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'
import { presentSession } from './present.ts'
import { findSession } from './queries.ts'

export async function getSession(ctx: Context<Person>, sessionId: string): Promise<Session> {
  const row = await findSession(ctx.db, ctx.principal, sessionId)
  if (!row) throw problem('session_not_found')
  return presentSession(ctx.principal, row, ctx.now)
}

/** The exports for other features and for the process itself. */
export { endFeedsOf } from './calendar/calendar-feed.ts'
export { factsOf } from './present.ts'
export {
  findSession,
  ownedBy as sessionOwnedBy,
  presencesOf,
  sessionRows,
  visibleTo as sessionVisibleTo,
} from './queries.ts'
export { sendLinksAnew } from './guests/client-link.ts'
export { findGuest, placeName } from './guests/guest-links.ts'
export { writeIcs } from './calendar/ics.ts'
export { appointmentsOf } from './mails/client-sessions.ts'
export { shutOutOfCall, shutOutOfCalls } from './booking/call-end.ts'
export { sweepBusy } from './booking/busy.ts'
export { cancelSessionsOfDeleted } from './booking/of-deleted.ts'
export { bookingsOf, type Bookings } from './list/people-bookings.ts'
export { remindPeople } from './mails/reminders.ts'
export { completeBySystem } from './booking/status.ts'
export { settleFuture, takersIn } from './booking/settle.ts'
export { publishSession } from './present.ts'
export { rewriteSearch } from './booking/rename.ts'
export { sessionMails } from './mails/session-letters.ts'
export { writeSessionMails } from './mails/session-mails.ts'
