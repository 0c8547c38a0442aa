import { useEffect } from 'react'
import { createWatchers, useStore } from '#base/store.ts'
import { applyTheme } from '#platform/theme.ts'

/** The call is dark in both themes, and so are the menus over it, which open outside of its part of the page. */
export function useDarkPage(): void {
  useEffect(() => {
    document.documentElement.dataset.theme = 'dark'
    return applyTheme
  }, [])
}

const { watch, tell } = createWatchers()
const follow = (watcher: () => void) => {
  document.addEventListener('fullscreenchange', tell)
  return watch(watcher)
}

const isFull = () => document.fullscreenElement !== null

/** Makes the whole page fill the screen, so that menus and notices are included. Not every phone lets a page do this. */
export function toggleFullScreen(): void {
  if (!document.fullscreenEnabled) return
  const done = isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  // If the browser refuses, the call stays as large as it was.
  done.catch(() => undefined)
}

export const useFullScreen = () => ({
  isFull: useStore({ watch: follow, read: isFull }),
  isPossible: document.fullscreenEnabled,
  toggle: toggleFullScreen,
})
