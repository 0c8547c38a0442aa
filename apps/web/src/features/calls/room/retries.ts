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
