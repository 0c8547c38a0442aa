import { useEffect, useState } from 'react'

/** So long after the last key a search is asked. */
export const searchDelayMs = 200

/** The value, once it has stood still for a while. */
export function useDebounced<T>(value: T, delayMs = searchDelayMs): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
