import type { ProofOptions } from '../proof.ts'
import { repeatJourney } from './repeated-journey.ts'

export const about =
  'A client whom the coach has muted loses the connection 50 times, ten times in each of five calls, comes back muted every time, and is not heard for a single moment.'

export const isNightly = true

export const prove = (options: ProofOptions) =>
  repeatJourney(options, {
    spec: 'call-truth',
    rounds: 5,
    name: 'calls with ten cuts each',
    env: { PARLEY_CUTS: '10' },
  })
