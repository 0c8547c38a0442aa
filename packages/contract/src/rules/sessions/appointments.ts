import { constants } from '#rules/constants.ts'
import { isAtLeast, type Privs } from '#rules/people/levels.ts'
import { isJoinable, phaseOf, type TimedSession } from './phases.ts'
import { sessionLengthMaxMs } from './sessions.ts'

const minute_ms = 60_000

/** The range of starts that the dashboard requests for its appointments: from 75 minutes ago to 2 days ahead. */
export const appointmentsRange = (now: number): [string, string] => [
  new Date(now - 75 * minute_ms).toISOString(),
  new Date(now + 2 * 24 * 60 * minute_ms).toISOString(),
]

/** The range of starts before that in which a session may still be open: a session lasts at most 8 hours. */
export const stillOpenRange = (now: number): [string, string] => [
  new Date(now - sessionLengthMaxMs - constants.joinWindowAfterMs).toISOString(),
  new Date(now - 75 * minute_ms).toISOString(),
]

/** The range of starts that the dashboard requests for Recent: the last 7 days. */
export const recentRange = (now: number): [string, string] => [
  new Date(now - 7 * 24 * 60 * minute_ms).toISOString(),
  new Date(now).toISOString(),
]

export interface Appointments<S> {
  /** The large cards: in the join window. */
  active: S[]
  /** Ended by the clock but still open to join, beside the large card. */
  stillOpen: S[]
  next: S[]
}

/**
 * Chooses among sessions in ascending order (docs/rules.md §4). For coaches and above, one session in the join window is
 * the large card: the running one, else the next to start, else one that has ended. For clients: the active ones,
 * otherwise the next, at most two; the client's login email uses this rule.
 */
export function chooseAppointments<S extends TimedSession>(
  sessions: readonly S[],
  privs: Privs,
  now: number,
): Appointments<S> {
  const active = sessions.filter((session) => phaseOf(session, now) === 'ACTIVE')
  const future = sessions.filter((session) => phaseOf(session, now) === 'FUTURE')
  if (!isAtLeast(privs, 'Coach')) {
    const isAnyActive = active.length > 0
    return {
      active: active.slice(0, 2),
      stillOpen: [],
      next: isAnyActive ? [] : future.slice(0, 2),
    }
  }
  const ended = active.filter(({ end_time }) => now >= Date.parse(end_time))
  const notEnded = active.filter(({ end_time }) => now < Date.parse(end_time))
  // The order is ascending, so a running session comes before one that starts soon.
  const large = notEnded[0] ?? ended.at(-1)
  return {
    active: large ? [large] : [],
    stillOpen: ended.filter((session) => session !== large),
    next: [...notEnded.slice(1), ...future],
  }
}

/** Recent: ended more than 5 minutes ago, newest first, at most 2. Sessions that can still be joined are appointments. */
export const chooseRecent = <S extends TimedSession>(sessions: readonly S[], now: number): S[] =>
  sessions
    .filter((session) => now > Date.parse(session.end_time) + 5 * minute_ms && !isJoinable(session, now))
    .toSorted((a, b) => Date.parse(b.start_time) - Date.parse(a.start_time))
    .slice(0, 2)

export const appointmentsPage = constants.appointmentsPageSize

/** Completed ÷ (Completed + NoShow) as a whole percentage; undefined when there is nothing to count. */
export function completionRate(completed: number, noShow: number): number | undefined {
  const all = completed + noShow
  return all === 0 ? undefined : Math.round((100 * completed) / all)
}
