import type { Timing } from './timing.ts'

/**
 * How soon to refetch. `soon`: something on the screen has changed. `later`: something may come into what is on the
 * screen. `some-time`: every browser may have missed something at the same time.
 */
export type Urgency = 'soon' | 'later' | 'some-time'

/**
 * One fetch answers the notices of many changes (`gatherMs`). Jitter, because a notice reaches many browsers at once
 * (`spreadMs`).
 */
const waits: Record<Urgency, { gatherMs: number; spreadMs: number; gapMs: number }> = {
  soon: { gatherMs: 200, spreadMs: 300, gapMs: 1000 },
  later: { gatherMs: 300, spreadMs: 2000, gapMs: 4000 },
  'some-time': { gatherMs: 0, spreadMs: 5000, gapMs: 1000 },
}

/** When a run is due that is wished for now, and last ran at `lastAt`. */
export function dueAt(urgency: Urgency, now: number, lastAt: number, random: number): number {
  const { gatherMs, spreadMs, gapMs } = waits[urgency]
  return Math.max(now + gatherMs + spreadMs * random, lastAt + gapMs)
}

/** Whether the page is visible. Runs wait while it is hidden. */
export interface Sight {
  isHidden: () => boolean
  onSeen: (act: () => void) => () => void
}

interface Entry {
  lastAt: number
  isRunning: boolean
  dueAt?: number | undefined
  callOff?: (() => void) | undefined
}

/** Jitter for runs that waited while the page was hidden. Short, because a coach who returns to the tab waits for them. */
const seenSpreadMs = 500

/**
 * Runs things at a limited pace, each by its key. A wish never aborts a run: any number of wishes during a run lead to
 * one more run after it. A wish never delays an earlier one.
 */
export function openPace<K>(run: (key: K) => Promise<void>, timing: Timing, sight: Sight) {
  const entries = new Map<K, Entry>()
  const waiting = new Set<K>()

  const arm = (key: K, entry: Entry, at: number) => {
    entry.callOff?.()
    entry.dueAt = at
    entry.callOff = timing.after(Math.max(0, at - timing.now()), () => start(key, entry))
  }

  const start = (key: K, entry: Entry) => {
    entry.callOff = undefined
    if (sight.isHidden()) return void waiting.add(key)
    // The end of the current run checks whether another is due by then.
    if (entry.isRunning) return undefined
    entry.dueAt = undefined
    entry.lastAt = timing.now()
    entry.isRunning = true
    return void run(key).finally(() => {
      entry.isRunning = false
      if (entry.dueAt !== undefined && entries.get(key) === entry) arm(key, entry, entry.dueAt)
    })
  }

  const stopHearing = sight.onSeen(() => {
    const keys = [...waiting]
    waiting.clear()
    for (const key of keys) {
      const entry = entries.get(key)
      if (entry) arm(key, entry, timing.now() + seenSpreadMs * timing.random())
    }
  })

  return {
    wish(key: K, urgency: Urgency, notBefore = 0): void {
      const entry = entries.get(key) ?? { lastAt: Number.NEGATIVE_INFINITY, isRunning: false }
      entries.set(key, entry)
      const at = Math.max(dueAt(urgency, timing.now(), entry.lastAt, timing.random()), notBefore)
      if (entry.dueAt === undefined || at < entry.dueAt) arm(key, entry, at)
    },
    /** Drops every wish; a run that has started finishes. */
    clear(): void {
      for (const { callOff } of entries.values()) callOff?.()
      entries.clear()
      waiting.clear()
    },
    close(): void {
      this.clear()
      stopHearing()
    },
  }
}
