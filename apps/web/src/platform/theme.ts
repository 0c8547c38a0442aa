import { createKeptText, useStore } from '#base/store.ts'

export type Theme = 'system' | 'light' | 'dark'

const kept = createKeptText('parley.theme')

function readTheme(): Theme {
  const theme = kept.read()
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies the chosen theme to the page; public/start.js does the same before the first paint. */
export function applyTheme(): void {
  const theme = readTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Paper is white: the page has the colours of the light theme until the next `applyTheme`. */
export function lightenForPaper(): void {
  document.documentElement.dataset.theme = 'light'
}

export const chooseTheme = (theme: Theme): void => kept.write(theme === 'system' ? null : theme)

/** Keeps the page in the theme that was last chosen, here or in another tab. */
export const followTheme = (): void => void kept.watch(applyTheme)

export const useTheme = (): Theme => useStore({ watch: kept.watch, read: readTheme })
