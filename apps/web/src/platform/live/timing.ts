/** The clock and the dice of the live channel, passed in so that tests hold both. */
export interface Timing {
  now: () => number
  random: () => number
  /** Acts after a while; the answer calls it off. */
  after: (ms: number, act: () => void) => () => void
}

export const realTiming: Timing = {
  now: () => Date.now(),
  random: () => Math.random(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
