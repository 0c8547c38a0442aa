import { createKeptText, useStore } from '#base/store.ts'

export type Theme = 'system' | 'light' | 'dark'

const kept = createKeptText('parley.theme')

function readTheme(): Theme {
  const theme = kept.read()
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Writes the choice onto the page; public/start.js does the same before the first paint. */
export function applyTheme(): void {
  const theme = readTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Paper is white: until the next `applyTheme` the page has the colours of the light theme. */
export function lightenForPaper(): void {
  document.documentElement.dataset.theme = 'light'
}

export const chooseTheme = (theme: Theme): void => kept.write(theme === 'system' ? null : theme)

/** From now on the page has the theme that was chosen last, here or in another tab. */
export const followTheme = (): void => void kept.watch(applyTheme)

export const useTheme = (): Theme => useStore({ watch: kept.watch, read: readTheme })
