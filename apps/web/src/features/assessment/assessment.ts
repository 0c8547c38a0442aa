import { onSessionEnd } from '#platform/sign-in/token.ts'
import { countUnsent, dropOutdated, dropUnsentOfLast, noteWhoIsHere } from './model/kept-answers.ts'

export { countUnsent, dropUnsent } from './model/kept-answers.ts'

// Loaded when somebody scores or has unsent answers: most pages need none of it.

export const loadScoringInCall = async () => (await import('./scoring/scoring.tsx')).ScoringInCall

export const loadScoringOnPage = async () => (await import('./scoring/scoring.tsx')).ScoringOnPage

export const loadMoments = async () => (await import('./timeline/session-moments.tsx')).SessionMoments

export const loadConversations = async () =>
  (await import('./progress/session-conversations.tsx')).SessionConversations

/** Answers whether everything that this person left unsent on this device was sent within that time. */
export const sendAnswersWithin = async (personId: string, ms: number): Promise<boolean> =>
  (await import('./model/outboxes.ts')).sendAllWithin(personId, ms)

/** Sends what this person left unsent last time, from any page. Other people's unsent answers keep waiting for them. */
export async function beginSending(personId: string): Promise<void> {
  noteWhoIsHere(personId)
  dropOutdated(Date.now())
  if (countUnsent(personId) === 0) return
  const { outboxOf } = await import('./model/outboxes.ts')
  outboxOf(personId)
}

/** Drops the unsent answers of somebody who loses the role. Returns a function that stops listening for it. */
export const dropWithRole = (): (() => void) =>
  onSessionEnd((end) => {
    if (end === 'role_lost') dropUnsentOfLast()
  })
