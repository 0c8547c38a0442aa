import type { ProofOptions } from '../proof.ts'
import { repeatJourney } from './repeated-journey.ts'

export const about =
  'A call works from its booking to its minutes, in two real browsers on the whole stack: mail, link, waiting room, picture and sound, chat with a file each, a shared screen, leaving, and the record of who was there.'

export const isNightly = true

export const prove = (options: ProofOptions) =>
  repeatJourney(options, { spec: 'call-whole', rounds: 5, name: 'whole calls' })
