import { useSyncExternalStore } from 'react'

// Shortcuts of one key get in the way of voice control and slips of the hand: whoever wants none switches them off.
const key = 'parley.single-keys'
const watchers = new Set<() => void>()

const areOn = (): boolean => localStorage.getItem(key) !== 'off'

export function switchSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', watcher)
  }
}

/** Whether shortcuts of one key are on in this browser. */
export const useSingleKeys = (): boolean => useSyncExternalStore(watch, areOn)
