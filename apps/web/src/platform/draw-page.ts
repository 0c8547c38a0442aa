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

/** Whether the build has prerendered this page (scripts/web-build.ts): then its fields exist and may already hold text. */
export const isDrawn = (): boolean => placeOfPage().dataset.drawn !== undefined

/** Removes the prerendered page, for a user for whom it is not meant. */
export function clearDrawnPage(): void {
  const place = placeOfPage()
  delete place.dataset.drawn
  place.replaceChildren()
}

/** Mounts the app. A prerendered page is hydrated and nothing in it is replaced; anything else on the page is replaced. */
export function drawPage(app: ReactNode): void {
  const place = placeOfPage()
  if (isDrawn()) {
    // A transition hydrates in slices, so that a slow phone still accepts typing meanwhile.
    startTransition(() => void hydrateRoot(place, app, options))
  } else {
    document.documentElement.dataset.script = 'here'
    createRoot(place, options).render(app)
  }
}

/** Whether the user submitted a prerendered form before its script came (public/start.js prevented it). True only once. */
export function takeEarlySubmit(): boolean {
  const { dataset } = document.documentElement
  const isPressed = dataset.script === 'pressed'
  dataset.script = 'here'
  return isPressed
}

const never = () => () => {}

/** False in the prerender and while the browser hydrates it, so that both render the same. */
export const useIsInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
