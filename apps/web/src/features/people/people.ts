// Exports for other features.
export { maySchedule, schedulePath, sendLabel } from './person-acts.tsx'
export { useSendLoginEmail } from './person-changes.ts'
