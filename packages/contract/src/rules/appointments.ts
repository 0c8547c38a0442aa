import { constants } from './constants.ts'
import { isAtLeast, type Privs } from './levels.ts'
import { phaseOf, type TimedSession } from './phases.ts'

const minute_ms = 60_000

/** Which starts the dashboard's appointments are asked for: from 75 minutes ago to 2 days ahead. */
export const appointmentsRange = (now: number): [string, string] => [
  new Date(now - 75 * minute_ms).toISOString(),
  new Date(now + 2 * 24 * 60 * minute_ms).toISOString(),
]

/** Which starts Recent is asked for: the last 7 days. */
export const recentRange = (now: number): [string, string] => [
  new Date(now - 7 * 24 * 60 * minute_ms).toISOString(),
  new Date(now).toISOString(),
]

export interface Appointments<S> {
  /** The large cards: in the join window. */
  active: S[]
  next: S[]
}

/**
 * Chooses among sessions in ascending order (docs/rules.md §4). From coach level up: at most one in the join window, then
 * the next ones. Below: the active ones, otherwise the next, at most two; that rule feeds the client's login email.
 */
export function chooseAppointments<S extends TimedSession>(
  sessions: readonly S[],
  privs: Privs,
  now: number,
): Appointments<S> {
  const active = sessions.filter((session) => phaseOf(session, now) === 'ACTIVE')
  const future = sessions.filter((session) => phaseOf(session, now) === 'FUTURE')
  if (isAtLeast(privs, 'Coach')) return { active: active.slice(0, 1), next: [...active.slice(1), ...future] }
  return active.length ? { active: active.slice(0, 2), next: [] } : { active: [], next: future.slice(0, 2) }
}

/** Recent: past 5 minutes after its end, newest first, at most 2. */
export const chooseRecent = <S extends TimedSession>(sessions: readonly S[], now: number): S[] =>
  sessions
    .filter((session) => now > Date.parse(session.end_time) + 5 * minute_ms)
    .toSorted((a, b) => Date.parse(b.start_time) - Date.parse(a.start_time))
    .slice(0, 2)

export const appointmentsPage = constants.appointmentsPageSize

/** Completed ÷ (Completed + NoShow) as a whole percentage; undefined when there is nothing to count. */
export function completionRate(completed: number, noShow: number): number | undefined {
  const all = completed + noShow
  return all === 0 ? undefined : Math.round((100 * completed) / all)
}
