import { onSessionEnd } from '#platform/sign-in/token.ts'
import { countUnsent, dropOutdated, dropUnsentOfLast, noteWhoIsHere } from './model/kept-answers.ts'

/** What this person had not sent when they were last here goes out, from whichever page; what others left waits for them. */
export async function beginSending(personId: string): Promise<void> {
  noteWhoIsHere(personId)
  dropOutdated(Date.now())
  if (countUnsent(personId) === 0) return
  const { outboxOf } = await import('./model/outboxes.ts')
  outboxOf(personId)
}

/** Whoever loses the right to be here loses what they had not sent. Answers a way to stop looking for it. */
export const dropWithRole = (): (() => void) =>
  onSessionEnd((end) => {
    if (end === 'role_lost') dropUnsentOfLast()
  })
