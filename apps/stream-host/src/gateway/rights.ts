import { readInput } from '@parley/contract/rules/calls/stream-input.ts'

/** A hand on a mouse sends at most this many messages a second; more cannot be real input. */
const perSecondMax = 500
const refusalsMax = 200
const refusalsInMs = 10_000

export type Judged = 'done' | 'refused' | 'shut'

/**
 * Judges each message of one viewer. Only the holder of control is obeyed; a viewer who keeps sending refused messages is
 * disconnected.
 */
export function openInputJudge(clock: () => number) {
  let second = { since: 0, count: 0 }
  let refusals = { since: 0, count: 0 }

  function isTooFast(now: number): boolean {
    if (now - second.since >= 1000) second = { since: now, count: 0 }
    second.count += 1
    return second.count > perSecondMax
  }
  function refuse(now: number): Judged {
    if (now - refusals.since >= refusalsInMs) refusals = { since: now, count: 0 }
    refusals.count += 1
    return refusals.count > refusalsMax ? 'shut' : 'refused'
  }
  return (message: Uint8Array | undefined, hasControl: boolean): Judged => {
    const now = clock()
    const isGood = !isTooFast(now) && hasControl && message !== undefined && readInput(message) !== undefined
    return isGood ? 'done' : refuse(now)
  }
}
