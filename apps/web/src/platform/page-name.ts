import { useEffect, useSyncExternalStore } from 'react'

let present: string | undefined
const watchers = new Set<() => void>()

function note(name: string | undefined): void {
  present = name
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Gives the page the name of what it shows, for the top bar, while the caller stands. */
export function usePageName(name: string): void {
  useEffect(() => {
    note(name)
    return () => note(undefined)
  }, [name])
}

/** What the page calls itself, if it knows better than the route table. */
export const usePresentPageName = (): string | undefined => useSyncExternalStore(watch, () => present)
