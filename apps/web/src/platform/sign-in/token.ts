import { isPageHeld } from '#base/page-hold.ts'
import { createStore, createWatchers, useStore } from '#base/store.ts'

const key = 'parley.token'

/**
 * Why this browser is no longer signed in: the user pressed Logout here, another tab or the server ended it, the server
 * does not know the token, the token has expired, or the user may no longer sign in.
 */
export type SessionEnd = 'logout' | 'elsewhere' | 'refused' | 'expired' | 'role_lost'

const { watch, tell } = createWatchers()
const endListeners = new Set<(end: SessionEnd) => void>()

// An end that the page holds back. Until the same person is known to be back, this tab has no token, whatever is stored.
const heldEnd = createStore<SessionEnd | undefined>(undefined)

// The token that this tab last saw, to detect a change by another tab.
let seen: string | null = null

const storedToken = (): string | null => localStorage.getItem(key)

/** Always reads the storage: a page that was restored from the back/forward cache has missed the events. */
export const readToken = (): string | null => (heldEnd.read() === undefined ? storedToken() : null)

/** Signs this browser in, and drops an end that was held back. */
export function storeToken(token: string): void {
  localStorage.setItem(key, token)
  seen = token
  heldEnd.write(undefined)
  tell()
}

// The token that is being replaced, and the reason if the server refuses it in the meantime.
let leaving: { token: string | null; end?: SessionEnd } | undefined

/**
 * Replaces the current token with the one that `act` returns. The server ends the old token before the new one arrives:
 * a refusal in between signs nobody out, unless `act` fails.
 */
export async function replaceToken(act: () => Promise<string>): Promise<void> {
  const own: typeof leaving = { token: readToken() }
  leaving = own
  try {
    const token = await act()
    leaving = undefined
    storeToken(token)
  } catch (error) {
    leaving = undefined
    if (own.end !== undefined && [own.token, null].includes(storedToken())) {
      localStorage.removeItem(key)
      noteEnd(own.end)
    }
    throw error
  }
}

/** Somebody else is signed in now. Nothing of this page may stay, so a new one is loaded. */
export function restartAs(token: string): void {
  localStorage.setItem(key, token)
  location.replace('/')
}

/** Drops the token and says why. If several calls fail together, only the first one counts. */
export function endSession(end: SessionEnd): void {
  if (readToken() === null) return
  localStorage.removeItem(key)
  noteEnd(end)
}

/** The server refused this token. A late answer to an earlier token does not end the current one. */
export function tokenRefused(token: string, end: SessionEnd): void {
  if (leaving?.token === token) leaving.end = end
  else if (readToken() === token) endSession(end)
}

/** No page holds back the end of users who logged out or may not come back. */
const isHoldable = (end: SessionEnd): boolean => end !== 'logout' && end !== 'role_lost'

function noteEnd(end: SessionEnd): void {
  seen = null
  if (isPageHeld() && isHoldable(end)) {
    heldEnd.write(end)
    tell()
  } else endNow(end)
}

function endNow(end: SessionEnd): void {
  heldEnd.write(undefined)
  tell()
  for (const listener of endListeners) listener(end)
}

export const isEndHeld = (): boolean => heldEnd.read() !== undefined

/** The end that the page holds back, for the question that is shown over it. */
export const useHeldEnd = (): SessionEnd | undefined => useStore(heldEnd)

/** Carries out the end that was held back: the user has left the page, or wants to. */
export function endHeldSession(): void {
  const end = heldEnd.read()
  if (end === undefined) return
  seen = storedToken()
  endNow(end)
}

export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

interface OtherTabs {
  /** Another tab signed in, and nobody was signed in here. */
  onSignIn: () => void
  /** Another tab signed in while the page is held. A request with this token must show whether it is the same person. */
  onReturn: (token: string) => void
}

/** Follows what other tabs do to the token. */
export function followOtherTabs({ onSignIn, onReturn }: OtherTabs): void {
  seen = storedToken()
  const look = () => {
    const present = storedToken()
    if (present === seen) return
    if (present === null && leaving) return void (leaving.end = 'elsewhere')
    if (present === null) return noteEnd('elsewhere')
    if (isPageHeld()) {
      if (!isEndHeld()) noteEnd('elsewhere')
      return onReturn(present)
    }
    // Another tab signed in over our sign-in: nothing of this page may stay.
    if (seen !== null) return location.reload()
    seen = present
    tell()
    onSignIn()
  }
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) look()
  })
  addEventListener('pageshow', (event) => {
    if (event.persisted) look()
  })
}

export const useToken = (): string | null => useStore({ watch, read: readToken })
