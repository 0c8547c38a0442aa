import type { StreamOfCall } from '@parley/contract/stream/stream.ts'
import type { LinkState } from './stream-link.ts'
import type { StreamSessionState } from './stream-session.ts'

/** An application of a call, for stories and tests. The coach has control. */
export const sampleStream = (more: Partial<StreamOfCall> = {}): StreamOfCall => ({
  instances: [{ number: 1, status: 'ready', holder_id: 'dana' }],
  shown: null,
  isForMany: true,
  abilities: { lead: true },
  ...more,
})

export const sampleLink = (more: Partial<LinkState> = {}): LinkState => ({
  instance: 1,
  state: 'connected',
  stream: undefined,
  tries: 0,
  isGivenUp: false,
  title: 'Raising a concern',
  ...more,
})

export const sampleStreamState = (more: Partial<StreamSessionState> = {}): StreamSessionState => ({
  known: sampleStream(),
  isStarting: false,
  isOpen: false,
  link: undefined,
  titles: { 1: 'Raising a concern' },
  heldSince: undefined,
  ...more,
})
