import { isPageHeld } from '#base/page-hold.ts'
import { createStore, createWatchers, useStore } from '#base/store.ts'

const key = 'parley.token'

/**
 * Why this browser is no longer signed in: the person pressed Logout here, another tab or the server did it,
 * the server does not know the token, its time was over, or the person may not sign in any more.
 */
export type SessionEnd = 'logout' | 'elsewhere' | 'refused' | 'expired' | 'role_lost'

const { watch, tell } = createWatchers()
const endings = new Set<(end: SessionEnd) => void>()

// An end that the page holds back. Until the same person is known to be back, this tab has no token, whatever is stored.
const heldEnd = createStore<SessionEnd | undefined>(undefined)

// What this tab last saw, so that a change made by another tab can be told from none.
let seen: string | null = null

const storedToken = (): string | null => localStorage.getItem(key)

/** Always asks the storage itself: a page that comes back from the browser's own cache hears no events. */
export const readToken = (): string | null => (heldEnd.read() === undefined ? storedToken() : null)

/** Signs this browser in. An end that was held back is over with it. */
export function storeToken(token: string): void {
  localStorage.setItem(key, token)
  seen = token
  heldEnd.write(undefined)
  tell()
}

// The token in whose place another one is on its way, and why it was refused meanwhile.
let leaving: { token: string | null; end?: SessionEnd } | undefined

/**
 * Takes on the token that an act gives in place of the present one. That has ended before the new one is here: whatever is
 * refused between the two signs nobody out, unless there is no new one.
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

/** Somebody else is signed in now: nothing of this page may stay, so another one begins. */
export function beginAnew(token: string): void {
  localStorage.setItem(key, token)
  location.replace('/')
}

/** Drops the token and says why. Of several calls that fail together only the first is heard. */
export function endSession(end: SessionEnd): void {
  if (readToken() === null) return
  localStorage.removeItem(key)
  noteEnd(end)
}

/** The server refused this token. A late answer to an earlier token does not end the present one. */
export function tokenRefused(token: string, end: SessionEnd): void {
  if (leaving?.token === token) leaving.end = end
  else if (readToken() === token) endSession(end)
}

/** Whoever leaves by own wish, or may not come back, is held by no page. */
const isHoldable = (end: SessionEnd): boolean => end !== 'logout' && end !== 'role_lost'

function noteEnd(end: SessionEnd): void {
  seen = null
  if (isPageHeld() && isHoldable(end)) {
    heldEnd.write(end)
    tell()
  } else carryOut(end)
}

function carryOut(end: SessionEnd): void {
  heldEnd.write(undefined)
  tell()
  for (const ending of endings) ending(end)
}

export const isEndHeld = (): boolean => heldEnd.read() !== undefined

/** The end that the page holds back, for the question that stands over it meanwhile. */
export const useHeldEnd = (): SessionEnd | undefined => useStore(heldEnd)

/** What was held back happens now: the page has gone, or the person wants to leave it. */
export function letSessionEnd(): void {
  const end = heldEnd.read()
  if (end === undefined) return
  seen = storedToken()
  carryOut(end)
}

export function onSessionEnd(ending: (end: SessionEnd) => void): () => void {
  endings.add(ending)
  return () => endings.delete(ending)
}

interface OtherTabs {
  /** One of them signed in, and nobody was in here. */
  onSignIn: () => void
  /** One of them signed in while the page is held: whether it is the same person must be asked with this token. */
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
    // Somebody else's sign-in over ours: nothing of this page may stay.
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
