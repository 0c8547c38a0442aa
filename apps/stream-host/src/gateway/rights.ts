import { readInput } from '@parley/contract/rules/stream-input.ts'

/** So many messages a second are a hand on a mouse; more are none. */
const perSecondMax = 500
const refusalsMax = 200
const refusalsInMs = 10_000

export type Judged = 'done' | 'refused' | 'shut'

/**
 * Judges what one viewer sends, message by message. Only what the holder of control sends is done; whoever goes on sending
 * what is refused is shut out of sending.
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
