import type { ConnectionMeasure, Path } from './connection-state.ts'

/** The entries of a connection's WebRTC statistics. */
export type Stats = readonly { type: string; id: string; [key: string]: unknown }[]

/** The transport that a connection uses; undefined while it has none. */
export function pathOf(stats: Stats): Path | undefined {
  const pair = stats.find(
    (each) => each.type === 'candidate-pair' && each.state === 'succeeded' && each.nominated === true,
  )
  const local = stats.find(({ type, id }) => type === 'local-candidate' && id === pair?.localCandidateId)
  if (!local) return undefined
  if (local.candidateType === 'relay') return 'TURN'
  return local.protocol === 'tcp' ? 'TCP' : 'UDP'
}

/** As the other side reports it; without a report, from the connection's own STUN round trips. */
export function qualityOf(stats: Stats): Omit<ConnectionMeasure, 'blocked'> {
  const told = stats.find(({ type }) => type === 'remote-inbound-rtp')
  const pair = stats.find((each) => each.type === 'candidate-pair' && each.nominated === true)
  const seconds = numberOf(told?.roundTripTime) ?? numberOf(pair?.currentRoundTripTime) ?? 0
  return { roundTripMs: seconds * 1000, lossPercent: (numberOf(told?.fractionLost) ?? 0) * 100 }
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
