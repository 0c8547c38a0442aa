import { reasonOf } from './bounded-fetch.ts'

const minuteMs = 60_000

interface KeptDeps<T> {
  ask: () => Promise<T>
  /** The value until the first answer. */
  first: T
  clock: () => number
  /** How long an answer stays fresh. After a failure the next try is in a minute. */
  keptMs?: number
  /** Reports that the source is failing, with the reason, or that it has recovered: once per change. */
  tell: (reason: string | undefined) => void
  /** Merges a fresh answer with the current one. */
  renew?: (present: T, fresh: T) => T
}

/**
 * Caches the last good answer of a remote source. However many callers want it, only one request runs at a time. While the
 * source fails nobody waits: the last good answer is served, and one request in the background retries.
 */
export function kept<T>({
  ask,
  first,
  clock,
  keptMs = minuteMs,
  tell,
  renew = (_, fresh) => fresh,
}: KeptDeps<T>) {
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
