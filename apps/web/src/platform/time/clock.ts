import { useEffect, useState } from 'react'

const minuteMs = 60_000
/** The longest delay that a timer takes. */
const timerMaxMs = 2 ** 31 - 1

const nextMinute = (now: number): number => now - (now % minuteMs) + minuteMs

/** The current time in epoch milliseconds, updated at each full minute. */
export const useNow = (): number => useNowAt(nextMinute)

/**
 * The same, updated when the clock reaches `next(now)`. `next` must return a later instant, and the same one until the
 * caller asks about something else. A hidden page is updated when it becomes visible, because timers sleep with the
 * device.
 */
export function useNowAt(next: (now: number) => number): number {
  const [now, setNow] = useState(() => Date.now())
  const due = next(now)
  useEffect(() => {
    const renew = () => setNow(Date.now())
    // A timer may fire a little early: then it is set again.
    const wait = () => {
      const left = due - Date.now()
      if (left <= 0) renew()
      else timer = setTimeout(wait, Math.min(left, timerMaxMs))
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    wait()
    const onSight = () => document.visibilityState === 'visible' && renew()
    document.addEventListener('visibilitychange', onSight)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onSight)
    }
    // `now` is a dependency so that each update starts a new wait.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [now, due])
  return now
}
