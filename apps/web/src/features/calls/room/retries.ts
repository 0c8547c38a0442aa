/** After these many tries the media server's own library gives up, and the call asks the API for another way in. */
const triesMax = 10
/** Waits grow up to this one. The network is often back without a word of the browser's, and each second counts then. */
const longestMs = 1500
const firstMs = 300

/**
 * How long to wait before a try to come back. Between half and all of it by chance, so that the people of a node that died
 * do not come at one moment. Undefined when the tries are over.
 */
export function waitBefore(triesMade: number, chance: number): number | undefined {
  if (triesMade >= triesMax) return undefined
  return Math.min(firstMs * 2 ** triesMade, longestMs) * (0.5 + chance / 2)
}
