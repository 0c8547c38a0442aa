import { useSyncExternalStore } from 'react'

const key = 'parley.token'

/**
 * Why this browser is no longer signed in: the person pressed Logout here, another tab or the server did it,
 * the server does not know the token, its time was over, or the person may not sign in any more.
 */
export type SessionEnd = 'logout' | 'elsewhere' | 'refused' | 'expired' | 'role_lost'

const watchers = new Set<() => void>()
const endings = new Set<(end: SessionEnd) => void>()

// What this tab last saw, so that a change made by another tab can be told from none.
let seen: string | null = null

/** Always asks the storage itself: a page that comes back from the browser's own cache hears no events. */
export const readToken = (): string | null => localStorage.getItem(key)

export function storeToken(token: string): void {
  localStorage.setItem(key, token)
  seen = token
  for (const watcher of watchers) watcher()
}

/** Drops the token and says why. Of several calls that fail together only the first is heard. */
export function endSession(end: SessionEnd): void {
  if (readToken() === null) return
  localStorage.removeItem(key)
  noteEnd(end)
}

/** The server refused this token. A late answer to an earlier token does not end the present one. */
export function tokenRefused(token: string, end: SessionEnd): void {
  if (readToken() === token) endSession(end)
}

function noteEnd(end: SessionEnd): void {
  seen = null
  for (const watcher of watchers) watcher()
  for (const ending of endings) ending(end)
}

export function onSessionEnd(ending: (end: SessionEnd) => void): () => void {
  endings.add(ending)
  return () => endings.delete(ending)
}

/** Follows what other tabs do to the token. `onSignIn` runs when one of them signed in. */
export function followOtherTabs(onSignIn: () => void): void {
  seen = readToken()
  const look = () => {
    const present = readToken()
    if (present === seen) return
    // Somebody else's sign-in over ours: nothing of this page may stay.
    if (present !== null && seen !== null) return location.reload()
    if (present === null) return noteEnd('elsewhere')
    seen = present
    for (const watcher of watchers) watcher()
    onSignIn()
  }
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) look()
  })
  addEventListener('pageshow', (event) => {
    if (event.persisted) look()
  })
}

function watchToken(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useToken = (): string | null => useSyncExternalStore(watchToken, readToken)
