import { useEffect, useState } from 'react'

const minuteMs = 60_000
/** A timer cannot be set further ahead than this. */
const timerMaxMs = 2 ** 31 - 1

const nextMinute = (now: number): number => now - (now % minuteMs) + minuteMs

/** The present instant in epoch milliseconds, renewed at each full minute. */
export const useNow = (): number => useNowAt(nextMinute)

/**
 * The same, renewed when the clock reaches the instant that `next` gives for the present one: later than it, and the
 * same for as long as nothing else is looked at. A page that was out of sight is renewed when it is looked at again,
 * for timers sleep with the device.
 */
export function useNowAt(next: (now: number) => number): number {
  const [now, setNow] = useState(() => Date.now())
  const due = next(now)
  useEffect(() => {
    const renew = () => setNow(Date.now())
    // A timer may come a little early: then it is set again.
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
    // Each new instant is waited for anew.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [now, due])
  return now
}
