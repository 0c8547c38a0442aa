import { saveAnswer } from '@parley/contract/assessment/assessment.ts'
import { saveMoment } from '@parley/contract/assessment/moments.ts'
import { tagsOf } from '@parley/contract/rules/assessment/assessment.ts'
import { channel } from '#platform/live/channel.ts'
import { ApiProblem, isAway, messageOf } from '#platform/server/api-problem.ts'
import { request } from '#platform/server/api.ts'
import { onSessionEnd } from '#platform/sign-in/token.ts'
import { keptAnswers } from './kept-answers.ts'
import { openOutbox, type Failure, type Outbox, type Stored } from './outbox.ts'
import type { AnswerOf, Unsent } from './unsent.ts'

// The outbox of the person who is signed in. It closes when the sign-in ends; unsent answers wait on the device.
let present: { personId: string; outbox: Outbox } | undefined

export function outboxOf(personId: string): Outbox {
  if (present?.personId === personId) return present.outbox
  present?.outbox.close()
  const outbox = openOutbox({
    kept: keptAnswers(personId),
    send: (unsent) => send(personId, unsent),
    failureOf,
    alone: (act) => inOneTab(`parley.answers.${personId}`, act),
    // A failed save is only logged: the answer waits here, and the panel says so.
    onFailure: (error) => console.warn('An answer could not be saved yet.', messageOf(error)),
  })
  const over = new AbortController()
  addEventListener('online', outbox.tryNow, { signal: over.signal })
  // The live channel is up again, so the server can be reached.
  const stopWatching = channel.watch(() => {
    if (channel.read()?.state === 'up') outbox.tryNow()
  })
  const stop = onSessionEnd(() => {
    over.abort()
    stopWatching()
    stop()
    outbox.close()
    if (present?.outbox === outbox) present = undefined
  })
  present = { personId, outbox }
  return outbox
}

async function inOneTab(name: string, act: () => Promise<void>): Promise<boolean> {
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await act()
    return lock !== null
  })
}

async function send(by: string, { clientId, sessionId, userId, said }: Unsent): Promise<Stored> {
  const params = { sessionId, userId }
  if (said.kind === 'criterion')
    return request(saveAnswer, {
      params,
      body: { tags: tagsOf(said), value: said.value, client_id: clientId, by },
    })
  if (said.kind === 'text')
    return request(saveAnswer, {
      params,
      body: { tags: tagsOf(said), data: said.data, base: said.base, client_id: clientId, by },
    })
  return saveMarked(by, params, said)
}

async function saveMarked(
  by: string,
  params: { sessionId: string; userId: string },
  said: AnswerOf<'moment'>,
) {
  const { id, at, note, version } = said
  try {
    await request(saveMoment, {
      params: { ...params, momentId: id },
      body: { tags: tagsOf(said), at, note, version, by },
    })
  } catch (error) {
    // Its author removed it on another page: there is nothing left to save.
    if (!(error instanceof ApiProblem) || error.code !== 'moment_removed') throw error
  }
  return { number: 0, at: new Date().toISOString() }
}

/** Statuses worth a retry: rate limit, timeout, and a sign-in that is being renewed over the page. */
const passing = [401, 408, 419, 429]

export function failureOf(error: unknown): Failure {
  const message = messageOf(error)
  if (!(error instanceof ApiProblem) || isAway(error) || passing.includes(error.status))
    return { kind: 'away', message }
  // Somebody else has signed in over this page, which is about to reload.
  if (error.code === 'not_author') return { kind: 'away', message }
  return { kind: error.code === 'not_assessor' ? 'not-theirs' : 'refused', message }
}

/** Answers whether everything was sent within that time. */
export async function sendAllWithin(personId: string, ms: number): Promise<boolean> {
  const outbox = outboxOf(personId)
  outbox.hurry()
  outbox.tryNow()
  const isEmpty = () => outbox.read().unsent.length === 0
  if (isEmpty()) return true
  return new Promise((resolve) => {
    const end = (isSent: boolean) => {
      stop()
      clearTimeout(timer)
      resolve(isSent)
    }
    const stop = outbox.watch(() => {
      if (isEmpty()) end(true)
    })
    const timer = setTimeout(() => end(false), ms)
  })
}
