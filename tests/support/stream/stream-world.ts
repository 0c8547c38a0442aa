import type { Browser } from '@playwright/test'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'
import { chromiumOffer } from '../../../apps/stream-host/src/gateway/sample-offers.ts'
import { askIn, secretFor } from '../worlds/guest-world.ts'
import { peopleWorld } from '../worlds/people-world.ts'
import { startStack, type Answer, type Stack } from '../stack.ts'
import { startStreamHost } from './stream-host.ts'
import { openStreamViewer } from './stream-viewer.ts'

/** A browser's first request. Another `ufrag` makes it another offer. */
export const signalRequest = (ufrag = 'w2Zk', instance = 1) =>
  JSON.stringify({ v: 1, instance, sdp: chromiumOffer.replaceAll('ice-ufrag:w2Zk', `ice-ufrag:${ufrag}`) })

/** Sends requests either as a person or as the holder of a link. */
export interface Caller {
  get: (path: string) => Promise<Answer>
  post: (path: string, body?: object) => Promise<Answer>
}

/**
 * A stack whose calls have a streamed application, with its people and a function that makes sessions which run now. The
 * clock is set to the machine's time, which the stream hosts use.
 */
export async function streamWorld(settings: Record<string, string> = {}) {
  const stack = await startStack({ STREAM_APPLICATION: 'patch', ...settings })
  stack.clock.set(new Date().toISOString())
  const people = await peopleWorld(stack)
  const from = (ms: number) => new Date(stack.clock.now() + ms).toISOString()

  async function session(given: object = {}, more: { instance_count?: number; use_server?: boolean } = {}) {
    // Clear the busy times, or they would refuse these overlapping sessions.
    await stack.db.deleteFrom('session_busy').execute()
    const { coach, client } = people
    const { id } = await stack.make.session({ coach, client, start: from(-60_000), ...given })
    if (Object.keys(more).length > 0)
      await stack.db.updateTable('sessions').set(more).where('id', '=', id).execute()
    return id
  }
  /** Admits the client. Returns a caller with their link. */
  async function letIn(sessionId: string, inBrowser?: string): Promise<Caller> {
    const secret = await secretFor(stack, sessionId, people.client.id)
    await askIn(stack, secret, inBrowser)
    const { response } = (await stack.as(people.coach).get('/calls/waiting')).body
    const knock = response.find((one: { session_id: string }) => one.session_id === sessionId)
    if (knock) await stack.as(people.coach).post(`/calls/admissions/${knock.id}`, { admit: true })
    return stack.guest(secret, inBrowser)
  }
  const instances = (sessionId: string) =>
    stack.db
      .selectFrom('stream_instances')
      .selectAll()
      .where('session_id', '=', sessionId)
      .orderBy('number')
      .execute()
  return { ...people, stack, from, session, letIn, instances }
}

export const streamCalls = (caller: Caller, sessionId: string) => ({
  connect: (request = signalRequest(), instance?: number) =>
    caller.post('/stream/connect', {
      sessionId,
      signalRequest: request,
      ...(instance !== undefined && { instance }),
    }),
  signal: (instance?: number) =>
    caller.post('/stream/signal', { sessionId, ...(instance !== undefined && { instance }) }),
  read: () => caller.get(`/stream/${sessionId}`),
  show: (instance: number | null = 1, more: object = {}) =>
    caller.post('/stream/show', { sessionId, instance, ...more }),
  hand: (personId: string, instance = 1) =>
    caller.post('/stream/control', { sessionId, instance, person_id: personId }),
})

/** Starts a stream host that registers in this stack's Redis. */
export const hostFor = (stack: Stack, given: Parameters<typeof startStreamHost>[0] = {}) =>
  startStreamHost({
    ...given,
    settings: {
      REDIS_URL: `${addresses(herePlaces()).redis.streamHostUrl}${new URL(stack.config.redisUrl).pathname}`,
      ...given.settings,
    },
  })

/** Opens a viewer that connects to the application through the API. */
export function openViewerOf(browser: Browser, caller: Caller, sessionId: string) {
  const calls = streamCalls(caller, sessionId)
  return openStreamViewer(browser, {
    async ask(_method, _path, given) {
      const { offer } = given as { offer: string }
      const { status, body } = await calls.connect(JSON.stringify({ v: 1, instance: 1, sdp: offer }))
      const answered = body.response?.SignalResponse
      return { status, body: answered === undefined ? body : { answer: JSON.parse(answered).sdp } }
    },
  })
}
