import { constants } from '#rules/constants.ts'
import { isJoinable, type TimedSession } from '#rules/sessions/phases.ts'

/** The session's coach and, in a session of type Org, its participants. */
export const callPeopleMax = constants.orgParticipantsMax + 1

/** Nobody stays in a call longer than this after the session's end. */
export const stayAfterEndMs = 2 * 3_600_000

/** Facts for coming back to a call after its join window. */
export interface Stay {
  /** The person was in the room when the window ended or the session was completed. */
  wasThere: boolean
  isAnotherThere: boolean
}

/**
 * Whether one of a session's people may connect now. The clock throws nobody out: after the window's end, or once the
 * session is completed, a person who was in the call may come back while somebody else is there. Nobody new may join
 * (docs/rules.md §5).
 */
export function mayConnect(session: TimedSession, stay: Stay, now: number): boolean {
  if (isJoinable(session, now)) return true
  if (session.status === 'Cancelled' || session.status === 'NoShow') return false
  const hasOpened = now >= Date.parse(session.start_time) - constants.joinWindowBeforeMs
  const isLate = now > Date.parse(session.end_time) + stayAfterEndMs
  return hasOpened && !isLate && stay.wasThere && stay.isAnotherThere
}
