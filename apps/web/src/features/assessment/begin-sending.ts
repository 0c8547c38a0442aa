import { onSessionEnd } from '#platform/sign-in/token.ts'
import { countUnsent, dropOutdated, dropUnsentOfLast, noteWhoIsHere } from './model/kept-answers.ts'

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
