import { useEffect, useState } from 'react'
import { useLyingPhone } from '#ui/page/use-small-screen.ts'

/**
 * The application over the whole window, and that over the whole screen where the browser lets it: menus and notices come
 * along, which they do not where one element alone fills the screen. A telephone that is turned gives it the window too.
 */
export function useFullWindow() {
  const isLying = useLyingPhone()
  const [wasLying, setWasLying] = useState(isLying)
  const [isFull, setIsFull] = useState(isLying)
  if (isLying !== wasLying) {
    setWasLying(isLying)
    setIsFull(isLying)
  }
  useEffect(() => {
    const look = () => {
      if (!document.fullscreenElement) setIsFull(false)
    }
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  const toggle = () => {
    setIsFull(!isFull)
    const isScreen = document.fullscreenElement !== null
    if (!document.fullscreenEnabled || isScreen !== isFull) return
    const done = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    // Refused by the browser, it still has the whole window.
    done.catch(() => undefined)
  }
  return { isFull, toggle }
}
