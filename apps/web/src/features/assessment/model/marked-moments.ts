import type { Moment } from '@parley/contract/moments.ts'
import type { OutboxState } from './outbox.ts'

/** A moment that was marked while scoring. */
export type MarkedMoment = Pick<Moment, 'id' | 'conversation' | 'path' | 'at' | 'note' | 'isOwn' | 'version'>

interface Fetched {
  moments: readonly Moment[]
  /** Epoch milliseconds. */
  at: number
}

/** A session's moments in order of time: those from the server, overlaid with the unsent and the just stored ones. */
export function markedMoments(sessionId: string, fetched: Fetched, outbox: OutboxState): MarkedMoment[] {
  const marked = new Map<string, MarkedMoment>(fetched.moments.map((moment) => [moment.id, moment]))
  const stored = outbox.stored.filter(({ stored: as }) => Date.parse(as.at) >= fetched.at)
  for (const { sessionId: of, said } of [...stored, ...outbox.unsent])
    if (of === sessionId && said.kind === 'moment') marked.set(said.id, { ...said, isOwn: true })
  return [...marked.values()].toSorted((a, b) => a.at.localeCompare(b.at))
}
