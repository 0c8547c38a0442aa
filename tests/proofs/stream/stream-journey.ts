import type { ProofOptions } from '../proof.ts'
import { repeatJourney } from '../calls/repeated-journey.ts'

export const about =
  'A coach and a client in one call in two real browsers both see the application once it is launched, each uses it by mouse and keyboard while they have control, and a handmade message does nothing without it.'

export const isNightly = true

export const prove = (options: ProofOptions) =>
  repeatJourney(options, { spec: 'call-stream.spec', rounds: 5, name: 'calls with the application' })
