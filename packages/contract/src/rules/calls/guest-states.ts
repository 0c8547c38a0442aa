import { constants } from '#rules/constants.ts'
import type { TimedSession } from '#rules/sessions/phases.ts'

/**
 * The state of a client's personal link at an instant: `early` shows the time and offers the calendar entry, `open` lets
 * the client into the call, and in the two others the link is dead (docs/rules.md §5).
 */
export type GuestState = 'early' | 'open' | 'over' | 'cancelled'

export const guestOpensBeforeMs = 24 * 3_600_000

/** The first and the last instant at which a link is open. */
export const guestWindow = ({ start_time, end_time }: Pick<TimedSession, 'start_time' | 'end_time'>) => ({
  opens: Date.parse(start_time) - guestOpensBeforeMs,
  closes: Date.parse(end_time) + constants.joinWindowAfterMs,
})

export function guestStateOf(session: TimedSession, now: number): GuestState {
  if (session.status === 'Cancelled') return 'cancelled'
  const { opens, closes } = guestWindow(session)
  // Completed or marked as a no-show before the window closed: too late to join.
  if (session.status !== 'Scheduled' || now > closes) return 'over'
  return now < opens ? 'early' : 'open'
}
