import type { LiveNotice } from '@parley/contract/wire/live.ts'
import type { Audience } from './audiences.ts'
import type { LiveListener, Listeners } from './listeners.ts'
import type { Log } from '#platform/process/log.ts'

/** How often to look for ended grants, with or without Redis: revocation has to take effect within 1 s. */
const lookEveryMs = 400

/** The state of a grant: valid at least until then, with what it may hear, or ended, with the notice to send. */
export type GrantState = { until: number; hears: readonly Audience[] } | { ended: LiveNotice | undefined }

/** The database's view of grants. The identity feature implements it; the platform does not know what a sign-in means. */
export interface Grants {
  /** The audiences with changed grants since that look. The first look has no `since` and finds nobody. */
  changes: (since: string | undefined) => Promise<{ seen: string; who: Audience[] }>
  standing: (grants: readonly Audience[], now: number) => Promise<Map<Audience, GrantState>>
}

interface GrantWatchDeps {
  listeners: Listeners
  grants: Grants
  clock: () => number
  log: Log
  end: (heard: LiveListener, notice: LiveNotice | undefined) => void
}

/**
 * Ends streams whose grant ended or changed. Each look asks the database what changed since the last one, and checks only
 * grants that are new, changed or due: never all of them.
 */
export function watchGrants({ listeners, grants, clock, log, end }: GrantWatchDeps) {
  const marked = new Set<LiveListener>()
  let since: string | undefined
  let isLooking = false
  let isAgain = false
  let isBlind = false

  const mark = (audiences: readonly string[]) => {
    for (const audience of audiences) for (const heard of listeners.of(audience)) marked.add(heard)
  }

  const look = async () => {
    if (listeners.all.size === 0) {
      // The next look is a first one again, and new listeners are checked after it, so no change in between is missed.
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

  const judge = async (due: ReadonlySet<LiveListener>) => {
    // A listener that is marked during the query is checked again.
    marked.clear()
    try {
      const standing = await grants.standing([...new Set([...due].map(({ grant }) => grant))], clock())
      for (const heard of due) settle(heard, standing.get(heard.grant))
    } catch (error) {
      for (const heard of due) marked.add(heard)
      throw error
    }
  }

  const settle = (heard: LiveListener, standing: GrantState | undefined) => {
    if (!listeners.all.has(heard)) return
    if (!standing || 'ended' in standing) end(heard, standing?.ended)
    // The browser reconnects and gets its new audiences.
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
    /** Checks the listeners of these audiences at once. */
    lookAt(audiences: readonly string[]): void {
      mark(audiences)
      if (marked.size > 0) void lookNow()
    },
    stop: () => clearInterval(timer),
  }
}
