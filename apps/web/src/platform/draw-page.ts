import { startTransition, useSyncExternalStore, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { reportError } from './server/report-error.ts'

const logAndReport = (error: unknown) => {
  console.error(error)
  reportError(error)
}
const options = { onCaughtError: logAndReport, onUncaughtError: logAndReport }

const placeOfPage = (): HTMLElement => {
  const place = document.getElementById('root')
  if (!place) throw new Error('The page has no element with the id root.')
  return place
}

/** Whether the build has drawn this page already (scripts/web-build.ts), so that its fields stand and may hold text. */
export const isDrawn = (): boolean => placeOfPage().dataset.drawn !== undefined

/** For whom the drawn page is not meant. */
export function clearDrawnPage(): void {
  const place = placeOfPage()
  delete place.dataset.drawn
  place.replaceChildren()
}

/** Puts the app on the page: over what stands there, or into what the build has drawn, of which nothing is replaced. */
export function drawPage(app: ReactNode): void {
  const place = placeOfPage()
  if (isDrawn()) {
    // In slices: a slow telephone goes on taking what is typed meanwhile.
    startTransition(() => void hydrateRoot(place, app, options))
  } else {
    document.documentElement.dataset.script = 'here'
    createRoot(place, options).render(app)
  }
}

/** Whether somebody pressed the button of a drawn form before its script had come (public/start.js held it back). Once. */
export function takeEarlySubmit(): boolean {
  const { dataset } = document.documentElement
  const isPressed = dataset.script === 'pressed'
  dataset.script = 'here'
  return isPressed
}

const never = () => () => {}

/** False for the build that draws a page and for the browser's first look at it, so that both see the same. */
export const useIsInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
