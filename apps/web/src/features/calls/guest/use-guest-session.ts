import type { GuestSession } from '@parley/contract/calls/calls.ts'
import { useEffect, useState } from 'react'
import { askForSession } from './guest-request.ts'

/** The page sees a cancellation or a new time within this time. */
const pollMs = 15_000
/** A link that is dead seldom comes back. */
const deadPollMs = 60_000
/** Retry interval without a network, while somebody waits in front of the page. */
const retryMs = 3_000

const pauses = { answered: pollMs, failing: pollMs, dead: deadPollMs, offline: retryMs }

export interface GuestView {
  /** The last answer; kept while the network is away. */
  session: GuestSession | undefined
  /** The first answer: the call may be moved while its page is open. */
  first: GuestSession | undefined
  /** Server's clock minus this device's. */
  skewMs: number
  trouble: 'none' | 'offline' | 'failing' | 'dead'
}

const nothingYet: GuestView = { session: undefined, first: undefined, skewMs: 0, trouble: 'none' }

/** The session behind a link, fetched again on a timer, when the network is back and when the page becomes visible. */
export function useGuestSession(secret: string | null): GuestView {
  const [view, setView] = useState(nothingYet)
  useEffect(() => {
    if (secret === null) return undefined
    let isOver = false
    let isAsking = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      if (isAsking || isOver) return
      isAsking = true
      clearTimeout(timer)
      const heard = await askForSession(secret)
      isAsking = false
      if (isOver) return
      setView((before) =>
        heard.kind === 'answered'
          ? {
              session: heard.answer,
              first: before.first ?? heard.answer,
              skewMs: Date.parse(heard.answer.now) - Date.now(),
              trouble: 'none',
            }
          : { ...before, trouble: heard.kind },
      )
      timer = setTimeout(() => void look(), pauses[heard.kind])
    }
    const lookWhenSeen = () => {
      if (document.visibilityState === 'visible') void look()
    }
    const lookNow = () => void look()
    void look()
    addEventListener('online', lookNow)
    document.addEventListener('visibilitychange', lookWhenSeen)
    return () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('online', lookNow)
      document.removeEventListener('visibilitychange', lookWhenSeen)
    }
  }, [secret])
  return view
}
