import type { Session } from '@parley/contract/sessions.ts'
import { constants } from '@parley/contract/rules/constants.ts'

/** When the clock alone next changes what can be done with one of these sessions, or what it is called. */
export function nextTurn(sessions: readonly Session[], now: number): number | undefined {
  const turns = sessions
    .filter(({ status }) => status === 'Scheduled')
    .flatMap(({ start_time, end_time }) => {
      const [start, end] = [Date.parse(start_time), Date.parse(end_time)]
      // Past is what is more than the window behind: one millisecond after its last.
      return [start - constants.joinWindowBeforeMs, start, end + constants.joinWindowAfterMs + 1]
    })
    .filter((turn) => turn > now)
  return turns.length === 0 ? undefined : Math.min(...turns)
}
