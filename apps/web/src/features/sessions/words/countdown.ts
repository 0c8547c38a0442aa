import { turnsOf, type TimedSession } from '@parley/contract/rules/sessions/phases.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'

const minuteMs = 60_000

type Times = Pick<TimedSession, 'start_time' | 'end_time'>

/** '12 min', '2 h', '2 h 40 min': whole minutes as a person says them. */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

const dayMinutes = 24 * 60

/** The same for a wait: from a day on, '3 days' is exact enough. */
function waitLengthText(minutes: number): string {
  if (minutes < dayMinutes) return lengthText(minutes)
  const days = Math.floor(minutes / dayMinutes)
  return days === 1 ? '1 day' : `${days} days`
}

/** The time until an instant, rounded up to full minutes: it says '1 min' until the very last second. */
export const waitText = (until: number, now: number): string =>
  waitLengthText(Math.max(0, Math.ceil((until - now) / minuteMs)))

const agoText = (since: number, now: number): string => waitLengthText(Math.floor((now - since) / minuteMs))

/** 'Starts in 12 min', 'Starts now', 'Started 4 min ago', 'Ended 3 min ago': the session's state by the clock. */
export function countdownText({ start_time, end_time }: Times, now: number): string {
  const [start, end] = [Date.parse(start_time), Date.parse(end_time)]
  if (now < start) return `Starts in ${waitText(start, now)}`
  if (now < start + minuteMs) return 'Starts now'
  if (now < end) return `Started ${agoText(start, now)} ago`
  return now < end + minuteMs ? 'Ended just now' : `Ended ${agoText(end, now)} ago`
}

/** The next time at which one of these countdown texts changes: on full minutes, counted from the session's own start. */
export const nextTick = (sessions: readonly Times[], now: number): number | undefined =>
  sessions.length === 0
    ? undefined
    : Math.min(
        ...sessions.map(({ start_time }) => {
          const start = Date.parse(start_time)
          return start + (Math.floor((now - start) / minuteMs) + 1) * minuteMs
        }),
      )

/** The next time at which the clock alone changes the abilities of one of these sessions, or its phase. */
export function nextTurn(sessions: readonly Session[], now: number): number | undefined {
  const turns = sessions.flatMap(turnsOf).filter((turn) => turn > now)
  return turns.length === 0 ? undefined : Math.min(...turns)
}

const spokenAt = [15, 5, 1]

/** The text that is read out while waiting: only at 15, 5 and 1 minute, so that the countdown does not talk all the time. */
export function spokenCountdown(session: Times, now: number): string | undefined {
  const minutes = Math.ceil((Date.parse(session.start_time) - now) / minuteMs)
  return spokenAt.includes(minutes) ? countdownText(session, now) : undefined
}
