import { isPageHeld } from './page-hold.ts'

const pausesMs = [300, 1200]
const reloadedFor = 'parley.reloaded-for'

// Parts that could not be had stay so until somebody asks again.
const failed = new Set<() => void>()

/** Tries again, from the next look on, whatever could not be loaded. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * A part of the app in a file of its own: loaded when it is first asked for, and kept. What is returned is always the same
 * promise, for React's `use`, which reads one that is marked as fulfilled at once instead of waiting for it.
 */
export function createPart<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    if (!loading) {
      const begun = loadSurely(load)
      begun.then(
        (value) => Object.assign(begun, { status: 'fulfilled', value }),
        () => failed.add(() => (loading = undefined)),
      )
      loading = begun
    }
    return loading
  }
}

/** A network that fails for a moment is tried again; where a new release took the file away, the page is loaded anew. */
async function loadSurely<T>(load: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  try {
    return await load()
  } catch (error) {
    await reloadForNewRelease()
    throw error
  }
}

/** Once for each release, and never while the page is held. */
async function reloadForNewRelease(): Promise<void> {
  const present = Array.from(document.querySelectorAll('script[type=module][src]'), (script) =>
    script.getAttribute('src'),
  ).join(' ')
  const page = await fetch(location.pathname, { cache: 'no-store' }).catch(() => undefined)
  const text = (await page?.text()) ?? ''
  // All of them: the name of one that a release did not touch stays.
  const newest = Array.from(
    text.matchAll(/<script type="module"([^<>]*)>/g),
    ([, attributes = '']) => / src="([^"]+)"/.exec(attributes)?.[1] ?? '',
  ).join(' ')
  if (!page?.ok || newest === '' || newest === present || isPageHeld()) return
  if (sessionStorage.getItem(reloadedFor) === newest) return
  sessionStorage.setItem(reloadedFor, newest)
  location.reload()
}
