import { useEffect, useRef } from 'react'

/** Ignores presses for a moment after mounting: the second click of a double click is not meant for the new screen. */
export function useSettled(ms = 500): (act: () => void) => void {
  const isSettled = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      isSettled.current = true
    }, ms)
    return () => clearTimeout(timer)
  }, [ms])
  return (act) => {
    if (isSettled.current) act()
  }
}
