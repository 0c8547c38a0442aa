import { useEffect, useState } from 'react'

/**
 * The application over the whole window, and that over the whole screen where the browser lets it: menus and notices come
 * along, which they do not where one element alone fills the screen.
 */
export function useFullWindow() {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const look = () => {
      if (!document.fullscreenElement) setIsFull(false)
    }
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  const toggle = () => {
    setIsFull(!isFull)
    if (!document.fullscreenEnabled) return
    const done =
      isFull && document.fullscreenElement
        ? document.exitFullscreen()
        : document.fullscreenElement || isFull
          ? Promise.resolve()
          : document.documentElement.requestFullscreen()
    // Refused by the browser, it still has the whole window.
    done.catch(() => undefined)
  }
  return { isFull, toggle }
}
