import { peopleWorld } from './people-world.ts'
import type { TestPerson } from '../make.ts'
import type { Stack } from '../stack.ts'

/** A time on Monday, Nov 16, 2026. The stack's clock starts that day at 14:00 UTC, 9:00 AM in New York. */
export const at = (clock: string, day = '2026-11-16'): string => `${day}T${clock}:00.000Z`

/** The people of `peopleWorld` and requests that act on sessions. */
export async function sessionsWorld(stack: Stack) {
  const people = await peopleWorld(stack)
  const book = (by: TestPerson, body: object = {}, headers: Record<string, string> = {}) =>
    stack.as(by).post(
      '/sessions/create',
      {
        title: 'Values in practice',
        start_time: at('15:00'),
        end_time: at('16:00'),
        coach_id: people.coach.id,
        user_id: people.client.id,
        ...body,
      },
      headers,
    )
  const update = (by: TestPerson, id: string, body: object) =>
    stack.as(by).post(`/sessions/update/${id}`, body)
  const cancel = (by: TestPerson, id: string, body?: object, headers: Record<string, string> = {}) =>
    stack.as(by).post(`/sessions/cancel/${id}`, body, headers)
  const complete = (by: TestPerson, id: string, headers: Record<string, string> = {}) =>
    stack.as(by).post(`/sessions/complete/${id}`, undefined, headers)
  const get = (by: TestPerson, id: string) => stack.as(by).get(`/sessions/${id}`)
  /** Books a session and returns it. */
  const booked = async (body: object = {}) => {
    const answer = await book(people.admin, body)
    if (answer.status !== 200) throw new Error(`not booked: ${JSON.stringify(answer.body)}`)
    return answer.body.response
  }
  const orgSession = { user_id: people.coach.id, participants: [people.otherCoach.id, people.orgAdmin.id] }
  return { ...people, book, booked, update, cancel, complete, get, orgSession }
}
