import type { ProofOptions } from './proof.ts'
import { repeatJourney } from './repeated-journey.ts'

export const about =
  'A coach and a client in two real browsers and one call: the application is launched, both see it, each works it by mouse and keyboard while they have control, and a message made by hand does nothing without it.'

export const isNightly = true

export const prove = (options: ProofOptions) =>
  repeatJourney(options, { spec: 'call-stream.spec', rounds: 5, name: 'calls with the application' })
