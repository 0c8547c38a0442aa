const firstMs = 4000
const longestMs = 30_000
/** A stream that lasted this long was a good one: its loss counts as a first loss again. */
const goodLifeMs = 30_000

/** The number of losses in a row after the loss of a stream that lasted `lifeMs`. */
export const lossesAfter = (losses: number, lifeMs: number): number => (lifeMs >= goodLifeMs ? 1 : losses + 1)

/**
 * Exponential backoff after so many losses in a row. Jitter picks between 10 % and 100 % of it, so that the browsers of
 * a restarted API process do not come back in the same second.
 */
export const backOffMs = (losses: number, random: number): number =>
  Math.min(firstMs * 2 ** (losses - 1), longestMs) * (0.1 + 0.9 * random)
