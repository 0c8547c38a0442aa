import { useSyncExternalStore } from 'react'

/** Something outside of React that screens follow. */
export interface Store<T> {
  /** The same value until it changes: React compares by identity. */
  read: () => T
  /** Tells of each change until the answer is called. */
  watch: (watcher: () => void) => () => void
}

interface WritableStore<T> extends Store<T> {
  write: (next: T) => void
}

/** For a store whose value lives elsewhere: who watches it, and the word to them. */
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

/** One value in memory. */
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

/** A text that this browser keeps under a key, the same in all of its tabs; null where there is none. */
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
        // Without a key everything was cleared.
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

/** What a store holds, drawn anew when it changes. The build, which draws the login page, reads it as a browser would. */
export const useStore = <T>({ watch, read }: Store<T>): T => useSyncExternalStore(watch, read, read)
