import { useEffect, useState } from 'react'

/** How long after the last key a search is sent. */
export const searchDelayMs = 200

/** The value, after it has not changed for a while. */
export function useDebounced<T>(value: T, delayMs = searchDelayMs): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
