import { useEffect, useRef } from 'react'

/** Lets nothing be done in the first moments: the second click of a double click is not meant for what has just come. */
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
