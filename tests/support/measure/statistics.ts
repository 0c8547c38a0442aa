/** The median. Throws without values: a proof that measured nothing must not pass. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error('nothing was measured')
  return (low + high) / 2
}

/** The percentile: the smallest value that at least this share of the values does not exceed. */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (found === undefined) throw new Error('nothing was measured')
  return found
}

export interface MedianInterval {
  median: number
  /** The 95 % confidence interval of the median. */
  low: number
  high: number
  rounds: number
}

/**
 * A median with its interval by ranks, which assumes no distribution of the values: other load on the machine slows some
 * rounds by any amount, and that would distort a mean.
 */
export function medianInterval(values: readonly number[]): MedianInterval {
  const sorted = values.toSorted((a, b) => a - b)
  const cut = ranksLeftOut(sorted.length)
  return {
    median: medianOf(sorted),
    low: sorted[cut] ?? medianOf(sorted),
    high: sorted[sorted.length - 1 - cut] ?? medianOf(sorted),
    rounds: sorted.length,
  }
}

/** How many values to drop at each end: the largest r such that n coin tosses show r heads or fewer in at most 2.5 %. */
function ranksLeftOut(n: number): number {
  let chance = 0.5 ** n
  let below = chance
  let cut = 0
  while (below <= 0.025) {
    cut += 1
    chance *= (n - cut + 1) / cut
    below += chance
  }
  return Math.max(0, cut - 1)
}

/** '0.93 (0.91 to 0.95, 61 rounds)'. */
export const describeInterval = ({ median, low, high, rounds }: MedianInterval): string =>
  `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}, ${rounds} rounds)`

/** Only the median decides. The interval says how certain it is, but does not turn a miss into a hit. */
export const reaches = ({ median }: MedianInterval, least: number): boolean => median >= least
