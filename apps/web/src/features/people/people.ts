// Exports for other features.
export { maySchedule, schedulePath } from './may-schedule.ts'
export { sendLabel } from './person-acts.tsx'
export { useSendLoginEmail } from './person-changes.ts'
