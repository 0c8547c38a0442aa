// Exports for other features.
export { AddToCalendar } from './acts/add-to-calendar.tsx'
export { CancelQuestion } from './acts/cancel-question.tsx'
export { countdownText, lengthText, spokenCountdown, waitText } from './words/countdown.ts'
export { previewOf, useRowActs } from './acts/row-acts.tsx'
export { useSessionAddress } from './list/session-address.ts'
export { NotBillableBadge, SessionFaces, StatusBadge } from './words/session-badges.tsx'
export { sessionShape, type SessionColumn } from './list/session-shape.ts'
export { sessionCacheOf, showsSessions } from './cache/session-cache.ts'
export { useMovingWindow } from './cache/moving-window.ts'
export { useSessionChanges } from './cache/session-changes.ts'
export { answerAtPresent, atPresent } from './cache/session-present.ts'
export { busyAmong, personOption } from './form/person-options.ts'
export { SessionForms } from './form/session-forms.tsx'
export type { ChosenPeople } from './form/session-values.ts'
export { sessionCard, sessionName } from './list/session-columns.tsx'
export {
  personSessionsQuery,
  sessionsAtQuery,
  usePersonSessions,
  useSessionsAt,
  useSessionsPage,
} from './cache/session-queries.ts'
export {
  clientOf,
  clockRangeText,
  coachNameOf,
  otherSideText,
  showsNotBillable,
  whenText,
  zonedRangeText,
} from './words/session-words.ts'
export { useSessionClock, useSessionsLive, useTurns } from './cache/sessions-live.ts'
