import { createElement, use, type FunctionComponent } from 'react'
import { isPageHeld } from './page-hold.ts'

const pausesMs = [300, 1200]
const reloadedFor = 'parley.reloaded-for'

// A part that failed to load stays failed until somebody retries.
const failed = new Set<() => void>()

/** Lets every part that failed to load be loaded again when it is next needed. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * A part of the app in its own file: loaded on first use and then kept. Every call returns the same promise, for React's
 * `use`: it reads a promise that is marked as fulfilled at once instead of suspending.
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

/** A page in its own file. The router starts to load it when somebody points at a link to it. */
export function lazyPage(
  load: () => Promise<FunctionComponent>,
): FunctionComponent & { preload: () => Promise<void> } {
  const begin = createPart(load)
  const Page = () => createElement(use(begin()))
  const preload = async () => {
    // A load that fails here fails again when the page is shown, and is reported then.
    await begin().catch(() => undefined)
  }
  return Object.assign(Page, { preload })
}

/** Retries while the network fails briefly. If a new release removed the file, it reloads the page. */
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

/** Reloads at most once per release, and never while the page is held. */
async function reloadForNewRelease(): Promise<void> {
  const present = Array.from(document.querySelectorAll('script[type=module][src]'), (script) =>
    script.getAttribute('src'),
  ).join(' ')
  const page = await fetch(location.pathname, { cache: 'no-store' }).catch(() => undefined)
  const text = (await page?.text()) ?? ''
  // Compare all of the module scripts: a script that the release did not change keeps its name.
  const newest = Array.from(
    text.matchAll(/<script type="module"([^<>]*)>/g),
    ([, attributes = '']) => / src="([^"]+)"/.exec(attributes)?.[1] ?? '',
  ).join(' ')
  if (!page?.ok || newest === '' || newest === present || isPageHeld()) return
  if (sessionStorage.getItem(reloadedFor) === newest) return
  sessionStorage.setItem(reloadedFor, newest)
  location.reload()
}
