import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

// How many parts of the present page hold it.
const holders = createStore(0)
const releases = new Set<() => void>()

/** Whether something runs on the page that only the person may end. */
export const isPageHeld = (): boolean => holders.read() > 0

export const useIsPageHeld = (): boolean => useStore(holders) > 0

/**
 * Holds the page while the caller stands, for what only the person may end, such as a call or what they have typed: meanwhile the end of a
 * sign-in is a question over the page, gates wait, and a new release reloads nothing.
 */
export function usePageHold(isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return undefined
    holders.write(holders.read() + 1)
    return () => {
      holders.write(holders.read() - 1)
      // The next page may hold too: it says so in the same turn.
      queueMicrotask(() => {
        if (!isPageHeld()) for (const release of releases) release()
      })
    }
  }, [isWanted])
}

/** Runs whenever the last hold has gone: what waited is done now. */
export function onPageRelease(release: () => void): () => void {
  releases.add(release)
  return () => void releases.delete(release)
}
