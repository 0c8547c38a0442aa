import type { WaitingGuest } from '@parley/contract/calls/calls.ts'
import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '#base/store.ts'
import { isCalling, knockTitle } from './knock-words.ts'
import { knockEveryMs, playKnock } from './knock-sound.ts'

const quietMs = 10 * 60_000
/** Until when the knock makes no sound; shared with every tab of this browser. */
const quietUntil = createStore(0)
const tabs = new BroadcastChannel('parley.knock')
tabs.addEventListener('message', ({ data }) => quietUntil.write(Number(data)))

export function beQuiet(now: number): void {
  quietUntil.write(now + quietMs)
  // It reaches only this browser's own tabs: a channel has no other origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  tabs.postMessage(now + quietMs)
}
export const useIsQuiet = (now: number): boolean => useStore(quietUntil) > now

/**
 * Sound, page title, favicon and a system notification, for as long as somebody is at the door. Only one of several tabs
 * makes the sound.
 */
export function useKnockSigns(guests: readonly WaitingGuest[], play = playKnock): void {
  const calling = guests.filter(isCalling)
  const [count, key] = [calling.length, calling.map(({ id }) => id).join()]
  const knock = useEffectEvent(() => {
    if (quietUntil.read() < Date.now()) void play()
  })
  useEffect(() => {
    if (key === '') return undefined
    const over = new AbortController()
    // A new arrival is heard at once. The other tabs wait for the lock until this tab is gone.
    navigator.locks
      .request('parley.knock', { signal: over.signal }, async () => {
        knock()
        const timer = setInterval(knock, knockEveryMs)
        await new Promise((resolve) => over.signal.addEventListener('abort', resolve))
        clearInterval(timer)
      })
      // Rejected by the abort: nobody is at the door any more.
      .catch(() => undefined)
    return () => over.abort()
  }, [key])
  useTitleCount(count)
  useNotifications(calling)
}

const counted = /^\(\d+\) /

/** '(1) Sessions · Parley', kept even when the page changes its title, and the favicon with a dot. */
function useTitleCount(count: number): void {
  useEffect(() => {
    if (count === 0) return undefined
    const write = () => {
      const wanted = `(${count}) ${document.title.replace(counted, '')}`
      if (document.title !== wanted) document.title = wanted
    }
    write()
    const observer = new MutationObserver(write)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    const sign = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    const plain = sign?.href
    if (sign) sign.href = '/favicon-waiting.svg'
    return () => {
      observer.disconnect()
      document.title = document.title.replace(counted, '')
      if (sign && plain !== undefined) sign.href = plain
    }
  }, [count])
}

/** Notifies a coach who is looking elsewhere, if they have allowed it. */
function useNotifications(calling: readonly WaitingGuest[]): void {
  const tell = useEffectEvent((id: string) => {
    const guest = calling.find((each) => each.id === id)
    if (!guest || Notification.permission !== 'granted' || document.visibilityState === 'visible') return
    const shown = new Notification(knockTitle(guest), { body: guest.title, tag: guest.id })
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
    })
  })
  const ids = calling.map(({ id }) => id).join()
  useEffect(() => {
    if (!('Notification' in globalThis)) return
    for (const id of ids.split(',').filter(Boolean)) tell(id)
  }, [ids])
}
