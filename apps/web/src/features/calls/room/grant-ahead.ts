import type { WayIn } from '@parley/contract/calls/calls.ts'

/** The API's grants are valid for 5 minutes. One minute is left for a slow network and a wrong clock. */
const freshMs = 4 * 60_000

export interface GrantAhead<Told> {
  /**
   * Requests the grant, unless it was already requested with the same argument. A failure stays silent: the press asks
   * again.
   */
  prepare: (told: Told) => void
  /** The prepared grant, once and only while it is fresh; otherwise a new one. */
  take: (told: Told) => Promise<WayIn>
}

/**
 * Requests the grant during the device check, so that 'Join Session' doesn't wait for it. The front door checks every
 * connect, so an old grant lets nobody in who has lost their place; the next attempt then asks again and learns why.
 */
export function makeGrantAhead<Told>(
  ask: (told: Told) => Promise<WayIn>,
  clock: () => number = Date.now,
): GrantAhead<Told> {
  let ahead: { told: Told; askedAt: number; grant: Promise<WayIn | undefined> } | undefined
  return {
    prepare(told) {
      if (ahead?.told === told) return
      ahead = { told, askedAt: clock(), grant: ask(told).catch(() => undefined) }
    },
    async take(told) {
      const taken = ahead
      ahead = undefined
      const age = taken ? clock() - taken.askedAt : Infinity
      const isGood = taken?.told === told && age >= 0 && age < freshMs
      return (isGood ? await taken.grant : undefined) ?? ask(told)
    },
  }
}
