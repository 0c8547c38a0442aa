import { randomUUID } from 'node:crypto'
import { sessionsWorld, at } from './sessions-world.ts'
import type { TestPerson } from '../make.ts'
import type { Stack } from '../stack.ts'

/** The people of `sessionsWorld` with sessions that run now, and the requests of their chats. */
export async function chatWorld(stack: Stack) {
  const world = await sessionsWorld(stack)
  const { coach, client, otherCoach, orgAdmin } = world
  const running = async (given: object = {}) => {
    // Clear the busy times, or they would refuse these overlapping sessions.
    await stack.db.deleteFrom('session_busy').execute()
    return (await stack.make.session({ coach, client, start: at('13:45'), ...given })).id
  }
  const list = (by: TestPerson, sessionId: string, after?: number) =>
    stack.as(by).get(`/chat/${sessionId}/messages${after === undefined ? '' : `?after=${after}`}`)
  const send = (by: TestPerson, sessionId: string, body: string, clientId: string = randomUUID()) =>
    stack.as(by).post(`/chat/${sessionId}/messages`, { client_id: clientId, body })
  return {
    ...world,
    /** One of a coach and a client, and one of type Org with two participants. */
    individual: () => running(),
    ofOrg: () => running({ client: undefined, participants: [otherCoach, orgAdmin] }),
    list,
    send,
  }
}
