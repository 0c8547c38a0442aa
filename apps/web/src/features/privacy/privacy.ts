/** Exports for other features. */
export { EraseQuestion } from './erase-question.tsx'
export { HoldNote, HoldSection } from './hold-section.tsx'
export { Readings } from './readings.tsx'
export { usePrivacyActs } from './use-privacy-acts.tsx'
