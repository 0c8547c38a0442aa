import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

// How many parts of the current page hold it.
const holders = createStore(0)
const releases = new Set<() => void>()

/** Whether something is running on the page that only the user may end. */
export const isPageHeld = (): boolean => holders.read() > 0

export const useIsPageHeld = (): boolean => useStore(holders) > 0

/**
 * Holds the page while the caller is mounted, for something that only the user may end, such as a call or typed input.
 * While the page is held, the end of a sign-in is a question over the page, gates wait, and a new release does not
 * reload it.
 */
export function usePageHold(isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return undefined
    holders.write(holders.read() + 1)
    return () => {
      holders.write(holders.read() - 1)
      // The next page may take a hold too, and does so in the same turn of the event loop.
      queueMicrotask(() => {
        if (!isPageHeld()) for (const release of releases) release()
      })
    }
  }, [isWanted])
}

/** Calls `release` each time the last hold is gone, to do what was put off. Returns the function that unsubscribes. */
export function onPageRelease(release: () => void): () => void {
  releases.add(release)
  return () => void releases.delete(release)
}
