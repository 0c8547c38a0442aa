import { setTimeout as pause } from 'node:timers/promises'
import type { FanoutWorld, Listening } from './fanout-world.ts'
import type { Pair } from '../pair.ts'

export interface Booking {
  id: string
  coach: Listening
  sentAt: number
  /** When its transaction began, by the clock of the database, which runs on the same machine. */
  madeAt: number
}

/** Each coach books their client once, at the given rate, through a random API process. */
export async function book(
  pair: Pair,
  coaches: FanoutWorld['coaches'],
  perSecond: number,
  choose: () => number,
): Promise<Booking[]> {
  const start = Math.ceil(Date.now() / 900_000) * 900_000 + 86_400_000
  const times = { start_time: new Date(start), end_time: new Date(start + 3_600_000) }
  const since = performance.now()
  return Promise.all(
    coaches.map(async (coach, i) => {
      await pause((i * 1000) / perSecond)
      const sentAt = performance.now()
      const url = `${(choose() < 0.5 ? pair.apis[0] : pair.apis[1]).url}/api/sessions/create`
      const body = { title: `Booking ${i}`, ...times, coach_id: coach.id, user_id: coach.clientId }
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer(coach) },
        body: JSON.stringify(body),
      })
      // The API answers a booking with the session.
      const answer = (await reply.json()) as { response: { id: string; createdAt: string } }
      if (reply.status !== 200)
        throw new Error(`booking ${i} after ${performance.now() - since} ms: ${JSON.stringify(answer)}`)
      const { id, createdAt } = answer.response
      return { id, coach, sentAt, madeAt: Date.parse(createdAt) - performance.timeOrigin }
    }),
  )
}

export const maySee = (person: Listening, { coach }: Booking): boolean =>
  person.id === coach.id || (person.level === 'OrgAdmin' && person.organizationId === coach.organizationId)

export const bearer = ({ token }: Listening) => ({ authorization: `Bearer ${token}` })
