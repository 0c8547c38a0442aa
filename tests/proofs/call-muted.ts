import type { ProofOptions } from './proof.ts'
import { repeatJourney } from './repeated-journey.ts'

export const about =
  'Whoever is muted and loses the connection 56 times, eight in each of seven calls, comes back muted each time, and nobody hears them for a moment.'

export const isJourney = true

export const prove = (options: ProofOptions) =>
  repeatJourney(options, { spec: 'call-muted', rounds: 7, name: 'calls with eight cuts each' })
