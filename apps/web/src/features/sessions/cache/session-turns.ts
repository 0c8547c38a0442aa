import type { Session } from '@parley/contract/sessions.ts'
import { turnsOf } from '@parley/contract/rules/phases.ts'

/** The next time at which the clock alone changes the abilities of one of these sessions, or its phase. */
export function nextTurn(sessions: readonly Session[], now: number): number | undefined {
  const turns = sessions.flatMap(turnsOf).filter((turn) => turn > now)
  return turns.length === 0 ? undefined : Math.min(...turns)
}
