import { reasonOf } from './bounded-fetch.ts'

const minuteMs = 60_000

interface Given<T> {
  ask: () => Promise<T>
  /** What there is until something has come. */
  first: T
  clock: () => number
  /** So long an answer is good. After a failure it is tried again in a minute. */
  keptMs?: number
  /** That it answers no more, with the reason, or answers again: once for each change. */
  tell: (reason: string | undefined) => void
  /** What is kept of the present answer and a new one. */
  renew?: (present: T, fresh: T) => T
}

/**
 * The last good answer of somebody else. However many want it, it is asked for once at a time. While it fails nobody waits:
 * what was good goes on being served, and one asks in the background whether it is back.
 */
export function kept<T>({
  ask,
  first,
  clock,
  keptMs = minuteMs,
  tell,
  renew = (_, fresh) => fresh,
}: Given<T>) {
  let present = first
  let goodUntil = -Infinity
  let isAway = false
  let asking: Promise<void> | undefined

  async function refresh(): Promise<void> {
    let reason: string | undefined
    try {
      present = renew(present, await ask())
    } catch (error) {
      reason = reasonOf(error)
    }
    goodUntil = clock() + (reason === undefined ? keptMs : minuteMs)
    if ((reason !== undefined) === isAway) return
    isAway = reason !== undefined
    tell(reason)
  }

  return async (): Promise<T> => {
    if (clock() >= goodUntil) asking ??= refresh().finally(() => (asking = undefined))
    if (!isAway) await asking
    return present
  }
}
