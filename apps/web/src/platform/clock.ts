import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** The present instant in epoch milliseconds, renewed at each full minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), minuteMs - (now % minuteMs))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
