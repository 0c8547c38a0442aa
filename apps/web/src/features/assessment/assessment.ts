export { countUnsent, dropUnsent } from './model/kept-answers.ts'

// Loaded when somebody scores, or has scored and not sent: most pages are left without it.

export const loadScoringInCall = async () => (await import('./panel/scoring.tsx')).ScoringInCall

export const loadScoringOnPage = async () => (await import('./panel/scoring.tsx')).ScoringOnPage

export const loadMoments = async () => (await import('./timeline/session-moments.tsx')).SessionMoments

/** Whether what waits on this device went out within that time. */
export const sendAnswersWithin = async (personId: string, ms: number): Promise<boolean> =>
  (await import('./model/outboxes.ts')).sendAllWithin(personId, ms)
