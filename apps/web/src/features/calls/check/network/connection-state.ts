/** The transports that media can use, best first. */
export const paths = ['UDP', 'TCP', 'TURN'] as const
export type Path = (typeof paths)[number]

/** The result of the trial connection to the media server. */
export type ConnectionState =
  | { kind: 'checking' }
  | { kind: 'good' | 'usable' | 'weak'; roundTripMs: number; lossPercent: number; blocked: readonly Path[] }
  | { kind: 'blocked' }
  /** The time ran out, or nobody answered: that says nothing about the network. */
  | { kind: 'untested' }

export interface ConnectionMeasure {
  roundTripMs: number
  lossPercent: number
  /** The transports that did not get through. */
  blocked: readonly Path[]
}

const goodUpTo = { roundTripMs: 150, lossPercent: 1 }
const usableUpTo = { roundTripMs: 350, lossPercent: 5 }

/** A call over TCP works but never counts as good: a lost packet there holds up all that follow. */
export function connectionOf(measured: ConnectionMeasure): ConnectionState {
  const isWithin = (limit: typeof goodUpTo) =>
    measured.roundTripMs <= limit.roundTripMs && measured.lossPercent <= limit.lossPercent
  if (!isWithin(usableUpTo)) return { kind: 'weak', ...measured }
  return { kind: isWithin(goodUpTo) && !measured.blocked.includes('UDP') ? 'good' : 'usable', ...measured }
}

/** How an attempt to get media through ended. `unclear`: the server did not answer, or this device was too busy to tell. */
export type TryEnd = Path | 'shut' | 'unclear'

/** A verdict against a network needs two attempts that say the same: one slow moment proves nothing. */
export function verdictOf(tries: readonly [TryEnd, TryEnd]): Path | 'blocked' | 'untested' {
  const best = paths.find((path) => tries.includes(path))
  if (best) return best
  return tries.every((end) => end === 'shut') ? 'blocked' : 'untested'
}
