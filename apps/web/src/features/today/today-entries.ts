import type { Session } from '@parley/contract/sessions/sessions.ts'
import { waitText, clientOf } from '#features/sessions/sessions.ts'

/** A line of the sidebar. */
export interface TodayEntry {
  session: Session
  label: string
  state: 'past' | 'next' | 'later'
  /** '12 min' before the next session starts, 'now' while it runs. */
  countdown?: string
}

const isOver = ({ status, end_time }: Session, now: number): boolean =>
  status !== 'Scheduled' || Date.parse(end_time) <= now

/** The lines that fit: the session before the next one, the next one, and those after it. */
export function todayEntries(
  sessions: readonly Session[],
  now: number,
  { hasCoach, shownMax }: { hasCoach: boolean; shownMax: number },
): TodayEntry[] {
  const next = sessions.findIndex((session) => !isOver(session, now))
  const first = Math.max(0, Math.min(next === -1 ? Infinity : next - 1, sessions.length - shownMax))
  return sessions.slice(first, first + shownMax).map((session, i) => {
    const label = labelOf(session, hasCoach)
    if (first + i !== next) return { session, label, state: isOver(session, now) ? 'past' : 'later' }
    const start = Date.parse(session.start_time)
    return { session, label, state: 'next', countdown: start > now ? waitText(start, now) : 'now' }
  })
}

/** The client's name; with the coach, 'Dana, Margarethe Ö.'; without a client, the title. */
function labelOf(session: Session, hasCoach: boolean): string {
  const client = clientOf(session)
  if (!client) return session.title
  const { first_name, last_name, username } = client
  if (first_name.trim() === '') return username
  if (!hasCoach) return `${first_name} ${last_name}`.trim()
  const [initial] = last_name
  return `${session.coach[0]?.first_name ?? ''}, ${first_name}${initial === undefined ? '' : ` ${initial}.`}`
}
