import { useEffect, useState } from 'react'
import { useLyingPhone } from '#ui/page/use-small-screen.ts'

/**
 * Shows the application over the whole window and, if the browser allows it, puts the page in full screen: menus and
 * toasts stay visible, which they would not if a single element filled the screen. A phone turned to landscape gives the
 * application the window too.
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
    // If the browser refuses, the application still fills the window.
    done.catch(() => undefined)
  }
  return { isFull, toggle }
}
