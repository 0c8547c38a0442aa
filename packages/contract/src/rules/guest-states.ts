import { constants } from './constants.ts'
import type { TimedSession } from './phases.ts'

/**
 * What a client's personal link is good for at an instant: `early` shows the time and offers the calendar entry, `open`
 * is the way in, and in the two others it is dead (docs/rules.md §5).
 */
export type GuestState = 'early' | 'open' | 'over' | 'cancelled'

export const guestOpensBeforeMs = 24 * 3_600_000

/** When a link opens, and the last instant at which it is open. */
export const guestWindow = ({ start_time, end_time }: Pick<TimedSession, 'start_time' | 'end_time'>) => ({
  opens: Date.parse(start_time) - guestOpensBeforeMs,
  closes: Date.parse(end_time) + constants.joinWindowAfterMs,
})

export function guestStateOf(session: TimedSession, now: number): GuestState {
  if (session.status === 'Cancelled') return 'cancelled'
  const { opens, closes } = guestWindow(session)
  // Completed or a no-show before its time is up: whoever comes now comes too late.
  if (session.status !== 'Scheduled' || now > closes) return 'over'
  return now < opens ? 'early' : 'open'
}
