const firstMs = 4000
const longestMs = 30_000
/** A stream that stood so long was a good one: the next loss is a first one again. */
const goodLifeMs = 30_000

/** How many losses in a row there are after one more, of a stream that stood so long. */
export const lossesAfter = (losses: number, lifeMs: number): number => (lifeMs >= goodLifeMs ? 1 : losses + 1)

/**
 * How long to wait after so many losses in a row: twice as long each time, by chance nearly none of it or all, so that
 * the browsers of a process that was restarted do not come back in the same second.
 */
export const backOffMs = (losses: number, random: number): number =>
  Math.min(firstMs * 2 ** (losses - 1), longestMs) * (0.1 + 0.9 * random)
