import type { ProofOptions } from './proof.ts'
import { repeatJourney } from './repeated-journey.ts'

export const about =
  'A client whom the coach has muted loses the connection 50 times, ten in each of five calls, comes back muted each time, and nobody hears them for a moment.'

export const isNightly = true

export const prove = (options: ProofOptions) =>
  repeatJourney(options, {
    spec: 'call-truth',
    rounds: 5,
    name: 'calls with ten cuts each',
    env: { PARLEY_CUTS: '10' },
  })
