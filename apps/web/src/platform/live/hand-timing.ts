import type { Timing } from './timing.ts'

/** A clock that tests advance by hand, and a random number that is always the same. */
export function handTiming(random = 0): Timing & { pass: (ms: number) => Promise<void> } {
  let now = 1_000_000
  const timers = new Set<{ at: number; act: () => void }>()
  const nextBy = (until: number) =>
    [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0]
  return {
    now: () => now,
    random: () => random,
    after: (ms, act) => {
      const timer = { at: now + ms, act }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    /** Advances the clock and runs every timer that falls due, with its consequences. */
    async pass(ms) {
      const until = now + ms
      await settled()
      for (let timer = nextBy(until); timer; timer = nextBy(until)) {
        timers.delete(timer)
        now = timer.at
        timer.act()
        await settled()
      }
      now = until
    },
  }
}

/** Waits one turn of the event loop, for promises and for messages between tabs. */
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 5)
  })
