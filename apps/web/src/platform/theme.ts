import { useSyncExternalStore } from 'react'

const key = 'parley.theme'

export type Theme = 'system' | 'light' | 'dark'

const watchers = new Set<() => void>()

function readTheme(): Theme {
  const kept = localStorage.getItem(key)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** Writes the choice onto the page; public/theme.js does the same before the first paint. */
function applyTheme(): void {
  const theme = readTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const watcher of watchers) watcher()
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, theme)
  applyTheme()
}

export function followThemeOfOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) applyTheme()
  })
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useTheme = (): Theme => useSyncExternalStore(watch, readTheme)
