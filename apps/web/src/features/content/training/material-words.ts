import type { TrainingMaterial } from '@parley/contract/written.ts'
import { plainText } from '../plain-text.ts'

export const titleOfMaterial = ({ title }: TrainingMaterial): string => title || 'Untitled material'

/** A line or two on a card, so it is plain text. */
export function descriptionOf({ description }: TrainingMaterial): string {
  const text = description ? plainText(description).trim() : ''
  return text || 'No description yet.'
}
