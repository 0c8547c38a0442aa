import type { Timing } from './timing.ts'

/**
 * How soon something is asked for again. `soon`: what changed is on the screen. `later`: it may come into what is.
 * `some-time`: something may have been missed, by every browser at once.
 */
export type Urgency = 'soon' | 'later' | 'some-time'

/** Many changes at once make many notices, answered by one fetch; and a notice reaches many browsers in one moment. */
const waits: Record<Urgency, { gatherMs: number; spreadMs: number; gapMs: number }> = {
  soon: { gatherMs: 200, spreadMs: 300, gapMs: 1000 },
  later: { gatherMs: 300, spreadMs: 2000, gapMs: 4000 },
  'some-time': { gatherMs: 0, spreadMs: 5000, gapMs: 1000 },
}

/** When something is due that was wished for now and last ran then. */
export function dueAt(urgency: Urgency, now: number, lastAt: number, random: number): number {
  const { gatherMs, spreadMs, gapMs } = waits[urgency]
  return Math.max(now + gatherMs + spreadMs * random, lastAt + gapMs)
}

/** Whether anybody looks. What is hidden waits until it is seen. */
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

/** The spread of what waited out of sight: a coach who comes back to the tab waits for it. */
const seenSpreadMs = 500

/**
 * Runs things at a measured pace, each by its key. A wish never ends a run: however many come while one runs, one more
 * run follows it. A wish never puts an earlier one off.
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
    // The end of the run looks for what is due by then.
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
    /** Forgets every wish; what runs ends by itself. */
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
