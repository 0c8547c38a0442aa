import { constants } from '#rules/constants.ts'

export type SessionStatus = 'Scheduled' | 'Cancelled' | 'Completed' | 'NoShow'
export type Phase = 'ACTIVE' | 'PAST' | 'FUTURE' | 'UNKNOWN'

export interface TimedSession {
  start_time: string
  end_time: string
  status: SessionStatus
}

/** The phase of a session at an instant (epoch milliseconds). Both edges of the join window belong to it. */
export function phaseOf(session: TimedSession, now: number): Phase {
  if (session.status === 'Cancelled' || session.status === 'NoShow') return 'UNKNOWN'
  const opens = Date.parse(session.start_time) - constants.joinWindowBeforeMs
  const closes = Date.parse(session.end_time) + constants.joinWindowAfterMs
  if (now > closes) return 'PAST'
  if (now < opens) return 'FUTURE'
  return session.status === 'Scheduled' ? 'ACTIVE' : 'UNKNOWN'
}

/** The instants at which time alone changes a session's abilities or phase: it opens, starts, and is past. */
export function turnsOf({ status, start_time, end_time }: TimedSession): number[] {
  if (status !== 'Scheduled') return []
  const [start, end] = [Date.parse(start_time), Date.parse(end_time)]
  // The last millisecond of the window still belongs to it; one later the session is past.
  return [start - constants.joinWindowBeforeMs, start, end + constants.joinWindowAfterMs + 1]
}

export const isJoinable = (session: TimedSession, now: number): boolean => phaseOf(session, now) === 'ACTIVE'

/** The form's warning and the list's flag share this rule. */
export function startsSoon(session: TimedSession, now: number): boolean {
  const wait = Date.parse(session.start_time) - now
  return session.status === 'Scheduled' && wait >= 0 && wait < constants.startsSoonMs
}
