/** The clock and the random numbers of the live channel, passed in so that tests control both. */
export interface Timing {
  now: () => number
  random: () => number
  /** Calls `act` after `ms`. Returns the function that cancels it. */
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
