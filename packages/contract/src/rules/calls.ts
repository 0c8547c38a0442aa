import { constants } from './constants.ts'
import { isJoinable, type TimedSession } from './phases.ts'

/** The session's coach and, in one of type Org, its participants. */
export const callPeopleMax = constants.orgParticipantsMax + 1

/** Nobody stays in a call longer than this after the session's end. */
export const stayAfterEndMs = 2 * 3_600_000

/** How a person stood to the call when its way in closed, and how it stands with the others now. */
export interface Stay {
  /** In the room when the window ended or the session was completed. */
  wasThere: boolean
  isAnotherThere: boolean
}

/**
 * Whether one of a session's people may connect now. Nobody is thrown out by the clock: after the window's end, or once it
 * is completed, whoever was there may come back while another person is there; nobody new comes in (docs/rules.md §5).
 */
export function mayConnect(session: TimedSession, stay: Stay, now: number): boolean {
  if (isJoinable(session, now)) return true
  if (session.status === 'Cancelled' || session.status === 'NoShow') return false
  const hasOpened = now >= Date.parse(session.start_time) - constants.joinWindowBeforeMs
  const isLate = now > Date.parse(session.end_time) + stayAfterEndMs
  return hasOpened && !isLate && stay.wasThere && stay.isAnotherThere
}
