import { ApiProblem } from '#platform/server/api-problem.ts'

/**
 * Whether the API said that there is no way into the call any more. Without an answer, or after a temporary one, the call
 * retries.
 */
export const isShut = (error: unknown): boolean =>
  error instanceof ApiProblem && [403, 404, 409].includes(error.status)

/** After this many tries LiveKit gives up, and the call asks the API for a new grant. */
const triesMax = 10
/** Maximum backoff. The network is often back without an event from the browser, and then each second counts. */
const longestMs = 1500
const firstMs = 300

/**
 * The backoff before an attempt to reconnect, with a jitter of up to half of it, so that the people of a node that died
 * don't all come at one moment. Undefined when no tries are left.
 */
export function waitBefore(triesMade: number, chance: number): number | undefined {
  if (triesMade >= triesMax) return undefined
  return Math.min(firstMs * 2 ** triesMade, longestMs) * (0.5 + chance / 2)
}
