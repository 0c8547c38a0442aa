import type { Session } from '@parley/contract/sessions/sessions.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { phaseOf } from '@parley/contract/rules/sessions/phases.ts'
import { dayText } from '#platform/time/dates.ts'
import { clockText, shortZoneName } from '#platform/time/time-zone.ts'
import { countdownText, waitText } from '#features/sessions/words/countdown.ts'

/** The state of the join button on a session's page, and the line above it. */
export interface JoinState {
  kind: 'early' | 'open' | 'over' | 'final'
  line: string
  /** Within the join window, and only for people of the session. */
  mayJoin: boolean
}

const isMember = ({ coach_id, participants }: Session, viewerId: string): boolean =>
  coach_id === viewerId || participants.some(({ id }) => id === viewerId)

export function joinStateOf(session: Session, viewerId: string, zone: string, now: number): JoinState {
  if (session.status !== 'Scheduled') return { kind: 'final', line: '', mayJoin: false }
  const phase = phaseOf(session, now)
  if (phase === 'FUTURE') return { kind: 'early', line: opensText(session, zone, now), mayJoin: false }
  if (phase === 'PAST') {
    const ended = instantWords(zone, Date.parse(session.end_time), now)
    return { kind: 'over', line: `Ended ${ended}`, mayJoin: false }
  }
  return { kind: 'open', line: countdownText(session, now), mayJoin: isMember(session, viewerId) }
}

/** 'Opens at 9:15 AM EST, in 2 h 40 min'. */
function opensText({ start_time }: Session, zone: string, now: number): string {
  const opens = Date.parse(start_time) - constants.joinWindowBeforeMs
  const day = dayIn(opens, zone) === dayIn(now, zone) ? '' : ` ${dayText(zone, opens).split(',')[0]}`
  return `Opens${day} at ${clockText(zone, opens)} ${shortZoneName(zone, opens)}, in ${waitText(opens, now)}`
}

/** '10:30 AM' today, else 'Nov 13, 2026 3:00 PM'. */
const instantWords = (zone: string, at: number, now: number): string =>
  dayIn(at, zone) === dayIn(now, zone)
    ? `${clockText(zone, at)} ${shortZoneName(zone, at)}`
    : `${dayText(zone, at)} ${clockText(zone, at)}`
