export { countUnsent, dropUnsent } from './model/kept-answers.ts'

// Loaded when somebody scores or has unsent answers: most pages need none of it.

export const loadScoringInCall = async () => (await import('./panel/scoring.tsx')).ScoringInCall

export const loadScoringOnPage = async () => (await import('./panel/scoring.tsx')).ScoringOnPage

export const loadMoments = async () => (await import('./timeline/session-moments.tsx')).SessionMoments

/** Answers whether everything that this person left unsent on this device was sent within that time. */
export const sendAnswersWithin = async (personId: string, ms: number): Promise<boolean> =>
  (await import('./model/outboxes.ts')).sendAllWithin(personId, ms)
