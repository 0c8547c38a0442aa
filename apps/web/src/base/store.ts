import { useSyncExternalStore } from 'react'

/** State outside of React that components subscribe to. */
export interface Store<T> {
  /** Returns the same value until it changes: React compares by identity. */
  read: () => T
  /** Subscribes to changes. Returns the function that unsubscribes. */
  watch: (watcher: () => void) => () => void
}

interface WritableStore<T> extends Store<T> {
  write: (next: T) => void
}

/** For a store that keeps its value elsewhere: its subscribers, and `tell` to notify them. */
export function createWatchers() {
  const watchers = new Set<() => void>()
  return {
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    tell: () => {
      for (const watcher of watchers) watcher()
    },
  }
}

/** A store with one value in memory. */
export function createStore<T>(first: T): WritableStore<T> {
  const { watch, tell } = createWatchers()
  let value = first
  return {
    read: () => value,
    watch,
    write: (next) => {
      if (Object.is(next, value)) return
      value = next
      tell()
    },
  }
}

/** A text in localStorage, the same in all tabs of this browser; null if there is none. */
export function createKeptText(key: string): WritableStore<string | null> {
  const { watch, tell } = createWatchers()
  return {
    read: () => localStorage.getItem(key),
    write: (text) => {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      tell()
    },
    watch: (watcher) => {
      const stop = watch(watcher)
      const onOtherTab = (event: StorageEvent) => {
        // A null key means that the whole storage was cleared.
        if (event.key === key || event.key === null) watcher()
      }
      addEventListener('storage', onOtherTab)
      return () => {
        stop()
        removeEventListener('storage', onOtherTab)
      }
    },
  }
}

/** Subscribes a component to a store. The prerender of the login page reads it as a browser would. */
export const useStore = <T>({ watch, read }: Store<T>): T => useSyncExternalStore(watch, read, read)
