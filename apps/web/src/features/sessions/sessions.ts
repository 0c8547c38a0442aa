// What other features need of sessions.
export { AddToCalendar } from './add-to-calendar.tsx'
export { CancelQuestion } from './cancel-question.tsx'
export { countdownText, spokenCountdown, waitText } from './countdown.ts'
export { previewOf, useRowActs } from './row-acts.tsx'
export { useSessionAddress } from './session-address.ts'
export { StatusBadge } from './session-badges.tsx'
export { sessionCacheOf } from './session-cache.ts'
export { useSessionChanges } from './session-changes.ts'
export { useSessionClock } from './session-clock.ts'
export { SessionForms } from './session-forms.tsx'
export { sessionCard, sessionName } from './session-columns.tsx'
export { useSessionsAt, useSessionsPage } from './session-queries.ts'
export {
  clientOf,
  clockRangeText,
  coachNameOf,
  otherSideText,
  whenText,
  zonedRangeText,
} from './session-words.ts'
export { useSessionsLive, useTurns } from './sessions-live.ts'
