import type { LiveNotice } from '@parley/contract/live.ts'
import type { Audience } from './audiences.ts'
import type { Heard, Listeners } from './live-listeners.ts'
import type { Log } from './log.ts'

/** Ends of grants are looked for this often, with Redis or without: revocation holds within 1 s. */
const lookEveryMs = 400

/** How a grant stands: until when it holds at least and what it lets hear, or that it ended, with what is said of it. */
export type Standing = { until: number; hears: readonly Audience[] } | { ended: LiveNotice | undefined }

/** What the database knows of grants. The identity feature answers; the platform does not know what a sign-in means. */
export interface Grants {
  /** Whose listeners may stand differently since that look. The first look, since nothing, finds nobody. */
  changes: (since: string | undefined) => Promise<{ seen: string; who: Audience[] }>
  standing: (grants: readonly Audience[], now: number) => Promise<Map<Audience, Standing>>
}

interface Given {
  listeners: Listeners
  grants: Grants
  clock: () => number
  log: Log
  end: (heard: Heard, notice: LiveNotice | undefined) => void
}

/**
 * Ends streams whose grant ended or changed. The database is asked what changed since the last look, and how each grant
 * stands that is new, changed or has come to its time: never about all.
 */
export function watchGrants({ listeners, grants, clock, log, end }: Given) {
  const marked = new Set<Heard>()
  let since: string | undefined
  let isLooking = false
  let isAgain = false
  let isBlind = false

  const mark = (audiences: readonly string[]) => {
    for (const audience of audiences) for (const heard of listeners.of(audience)) marked.add(heard)
  }

  const look = async () => {
    if (listeners.all.size === 0) {
      // Whoever comes is looked at after the next first look, so nothing in between is missed.
      since = undefined
      return
    }
    const { seen, who } = await grants.changes(since)
    since = seen
    mark(who)
    const now = clock()
    for (const heard of listeners.all) if (heard.until <= now) marked.add(heard)
    if (marked.size > 0) await judge(new Set(marked))
  }

  const judge = async (due: ReadonlySet<Heard>) => {
    // Whoever is marked while the database is asked is asked about once more.
    marked.clear()
    try {
      const standing = await grants.standing([...new Set([...due].map(({ grant }) => grant))], clock())
      for (const heard of due) settle(heard, standing.get(heard.grant))
    } catch (error) {
      for (const heard of due) marked.add(heard)
      throw error
    }
  }

  const settle = (heard: Heard, standing: Standing | undefined) => {
    if (!listeners.all.has(heard)) return
    if (!standing || 'ended' in standing) end(heard, standing?.ended)
    // It opens again, and hears what it now may.
    else if (standing.hears.join() !== heard.hears.join()) end(heard, undefined)
    else heard.until = standing.until
  }

  const lookNow = async () => {
    isAgain = isLooking
    if (isLooking) return
    isLooking = true
    try {
      await look()
      isBlind = false
    } catch (error) {
      if (!isBlind) log.warn({ err: error }, 'the grants of event streams could not be checked')
      isBlind = true
    } finally {
      isLooking = false
    }
    if (isAgain) await lookNow()
  }
  const timer = setInterval(() => {
    if (!isLooking) void lookNow()
  }, lookEveryMs)

  return {
    /** Looks at everybody who hears this, at once. */
    lookAt(audiences: readonly string[]): void {
      mark(audiences)
      if (marked.size > 0) void lookNow()
    },
    stop: () => clearInterval(timer),
  }
}
