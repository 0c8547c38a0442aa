import type { WayIn } from '@parley/contract/calls/calls.ts'

/** The API's grants are valid for 5 minutes. One minute is left for a slow network and a wrong clock. */
const freshMs = 4 * 60_000

export interface GrantAhead<Query> {
  /**
   * Requests the grant, unless it was already requested with the same argument. A failure stays silent: the press asks
   * again.
   */
  prepare: (query: Query) => void
  /** The prepared grant, once and only while it is fresh; otherwise a new one. */
  take: (query: Query) => Promise<WayIn>
}

/**
 * Requests the grant during the device check, so that 'Join Session' doesn't wait for it. The front door checks every
 * connect, so an old grant lets nobody in who has lost their place; the next attempt then asks again and learns why.
 */
export function makeGrantAhead<Query>(
  ask: (query: Query) => Promise<WayIn>,
  clock: () => number = Date.now,
): GrantAhead<Query> {
  let ahead: { query: Query; askedAt: number; grant: Promise<WayIn | undefined> } | undefined
  return {
    prepare(query) {
      if (ahead?.query === query) return
      ahead = { query, askedAt: clock(), grant: ask(query).catch(() => undefined) }
    },
    async take(query) {
      const taken = ahead
      ahead = undefined
      const age = taken ? clock() - taken.askedAt : Infinity
      const isGood = taken?.query === query && age >= 0 && age < freshMs
      return (isGood ? await taken.grant : undefined) ?? ask(query)
    },
  }
}
