/** What other features need of what is kept of people. */
export { EraseQuestion } from './erase-question.tsx'
export { HoldNote, HoldSection } from './hold-section.tsx'
export { Readings } from './readings.tsx'
export { usePrivacyActs } from './use-privacy-acts.tsx'
