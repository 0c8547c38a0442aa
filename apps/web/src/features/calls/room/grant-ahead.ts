import type { WayIn } from '@parley/contract/calls.ts'

/** The API's grants are good for 5 minutes. One minute is left for a slow network and a wrong clock. */
const freshMs = 4 * 60_000

export interface GrantAhead<Told> {
  /** Asks for the grant, unless it was asked with the same already. Nothing is said if it fails: the press asks again. */
  prepare: (told: Told) => void
  /** The grant that was asked ahead, once and while it is fresh; else a new one. */
  take: (told: Told) => Promise<WayIn>
}

/**
 * Asks for the grant while the device check stands, so that 'Join Session' does not wait for it. The front door judges every
 * connect, so an old grant lets nobody in who has lost their place; the next try then asks again and hears why.
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
