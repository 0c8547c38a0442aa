import type { Session } from '@parley/contract/sessions.ts'
import { turnsOf } from '@parley/contract/rules/phases.ts'

/** When the clock alone next changes what can be done with one of these sessions, or what it is called. */
export function nextTurn(sessions: readonly Session[], now: number): number | undefined {
  const turns = sessions.flatMap(turnsOf).filter((turn) => turn > now)
  return turns.length === 0 ? undefined : Math.min(...turns)
}
