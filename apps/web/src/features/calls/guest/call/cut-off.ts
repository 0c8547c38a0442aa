import { useEffect, useRef, type RefObject } from 'react'
import type { Call } from '#features/calls/room/call-room.ts'
import type { CallState } from '#features/calls/room/call-state.ts'

/** The name under which a browser's tabs share a client's call: a hash of the link, which doesn't give the link away. */
export async function guestCallId(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The devices that this browser was sending when its page went away in the middle of a call. */
export interface CutOff {
  camera: boolean
  microphone: boolean
}

interface KeptCut extends CutOff {
  /** A hash of the link, so that the note lets nobody in. */
  call: string
  at: number
}

// In local storage, because the link may be opened again in another tab.
const key = 'parley.cut-off'
const keptMs = 86_400_000

/**
 * Keeps a note of what is sent while the call lasts. A page that is closed, crashes or is reloaded leaves the note behind.
 */
export function keepCut(secret: string, call: Pick<Call, 'read' | 'watch'>): () => void {
  let isOver = false
  let stop = () => {}
  const begin = async () => {
    const id = await guestCallId(secret)
    if (isOver) return
    const note = () => write(id, call.read())
    note()
    stop = call.watch(note)
  }
  void begin()
  return () => {
    isOver = true
    stop()
  }
}

function write(call: string, { camera, microphone, end }: CallState): void {
  if (end !== undefined) return
  const kept: KeptCut = { call, camera: camera !== 'off', microphone: microphone !== 'off', at: Date.now() }
  const text = JSON.stringify(kept)
  try {
    localStorage.setItem(key, text)
  } catch {
    // If storage is full, the client goes through the device check again, which loses nothing.
  }
}

/** Called when the client left or was removed: opening the link again then starts at the device check. */
export const forgetCut = (): void => localStorage.removeItem(key)

/** Undefined if this browser was not cut off from that call within the last day. */
export function readCut(call: string, now: number): CutOff | undefined {
  try {
    // Only `write` writes this key; anything else fails here or names another call.
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as KeptCut
    if (now - kept.at >= keptMs) forgetCut()
    else if (kept.call === call) return { camera: kept.camera, microphone: kept.microphone }
  } catch {
    return undefined
  }
  return undefined
}

/** Whether the page is being closed or left. A call that ends with its page was cut off, not left. */
export function usePageGoing(): RefObject<boolean> {
  const isGoing = useRef(false)
  useEffect(() => {
    const over = new AbortController()
    addEventListener('pagehide', () => (isGoing.current = true), { signal: over.signal, capture: true })
    addEventListener('pageshow', () => (isGoing.current = false), { signal: over.signal })
    return () => over.abort()
  }, [])
  return isGoing
}
