import { useEffect, useRef, useState } from 'react'

const afterMs = 150
const atLeastMs = 300

/**
 * Whether to show a skeleton for what is loading. A quick answer never shows one, and a skeleton that is shown stays
 * long enough not to flicker. 'blank' reserves its room before it shows.
 */
export function useSkeleton(isLoading: boolean): 'none' | 'blank' | 'shown' {
  const [isShown, setIsShown] = useState(false)
  const shownAt = useRef(0)
  useEffect(() => {
    if (isLoading === isShown) return undefined
    const shownFor = performance.now() - shownAt.current
    const waitMs = isLoading ? afterMs : Math.max(0, atLeastMs - shownFor)
    const timer = setTimeout(() => {
      shownAt.current = performance.now()
      setIsShown(isLoading)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [isLoading, isShown])
  if (isShown) return 'shown'
  return isLoading ? 'blank' : 'none'
}
