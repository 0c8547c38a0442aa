import { medianOf } from './median.ts'

export interface MedianInterval {
  median: number
  /** The median of all rounds that there could have been lies between these, 95 times out of 100. */
  low: number
  high: number
  rounds: number
}

/**
 * A median with its interval by ranks, which asks nothing of how the values are spread: whoever else uses the machine
 * makes some rounds slow by any amount, and a mean would carry that.
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

/** How many values at each end the interval can do without: as many as fewer heads of n coins come in 2.5 % of throws. */
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

/** The median decides. The interval says how sure it is, and makes no miss a hit. */
export const reaches = ({ median }: MedianInterval, least: number): boolean => median >= least
