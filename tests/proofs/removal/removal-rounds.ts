import { browser } from '../../support/browser-cookie.ts'
import type { makers, TestPerson } from '../../support/make.ts'
import type { MediaNode } from '../../support/calls/media-nodes.ts'
import type { CallWorld } from '../calls/call-world.ts'
import { openGuestCall, type WayIn } from './guest-calls.ts'
import { signalRequest } from '../../support/stream/stream-world.ts'

type Headers = Record<string, string>

/** A person in a call, all their ways in, and the act that makes them lose access. */
export interface Losing {
  reason: string
  personId: string
  way: WayIn
  node: MediaNode
  browser: Headers
  ways: Readonly<Record<string, () => Promise<boolean>>>
  renew: () => Promise<string | undefined>
  act: () => Promise<void>
}

/** One round for each reason to lose access. Each opens its own session. */
export function losingRounds(
  world: CallWorld,
  make: ReturnType<typeof makers>,
  above: TestPerson,
): ((name: string) => Promise<Losing>)[] {
  // Long because it is one list.
  const send = (headers: Headers, method: string, path: string, body?: object) =>
    fetch(`${world.origin}/api${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const isAnswered = async (reply: Promise<Response>): Promise<boolean> => {
    const { ok, body } = await reply
    await body?.cancel()
    return ok
  }
  const tokenFrom = async (reply: Response): Promise<string | undefined> =>
    reply.ok ? ((await reply.json()) as { response: WayIn }).response.twilio_token : undefined
  async function expectDone(reply: Promise<Response>): Promise<void> {
    const { ok, status, url } = await reply
    if (!ok) throw new Error(`${url} is answered ${status}`)
  }
  const nodeOf = ({ media_url }: WayIn): MediaNode => {
    const node = world.nodes.find(({ name }) => media_url.endsWith(`/${name}`))
    if (!node) throw new Error(`no node is at ${media_url}`)
    return node
  }
  const ofAbove: Headers = { authorization: `Bearer ${above.token}`, ...browser() }
  const change = (id: string, attributes: object) =>
    expectDone(send(ofAbove, 'PUT', `/profiles/${id}`, { attributes }))
  const moved = async (id: string) => change(id, { organization_id: (await make.organization()).id })

  /** All ways in other than the media server, for a person with these headers. */
  async function waysOf(headers: Headers, sessionId: string, fileId: string) {
    const address = `/chat/${sessionId}/files/${fileId}`
    const { response } = (await (await send(headers, 'GET', address)).json()) as { response: { url: string } }
    return {
      'a file’s address': () => isAnswered(fetch(response.url)),
      'a new address of a file': () => isAnswered(send(headers, 'GET', address)),
      'reading the chat': () => isAnswered(send(headers, 'GET', `/chat/${sessionId}/messages`)),
      'writing into the chat': () =>
        isAnswered(
          send(headers, 'POST', `/chat/${sessionId}/messages`, {
            client_id: crypto.randomUUID(),
            body: 'still here',
          }),
        ),
      'the application': () =>
        isAnswered(send(headers, 'POST', '/stream/connect', { sessionId, signalRequest: signalRequest() })),
    }
  }

  const guest =
    (reason: string, act: (call: GuestCall, admissionId: string) => Promise<void>) =>
    async (name: string): Promise<Losing> => {
      const call = await openGuestCall(world, name)
      const { sessionId, client, ofClient, ofCoach } = call
      const { way, admissionId = '' } = await call.knock()
      const fileId = await sendFile(call)
      const second = ofClient('second')
      return {
        reason,
        personId: client.id,
        way,
        node: nodeOf(way),
        browser: browser(),
        ways: {
          ...(await waysOf(ofClient(), sessionId, fileId)),
          'a second browser': async () => {
            await isAnswered(send(second, 'POST', '/guest/admission', { consents: true }))
            return isAnswered(send(second, 'GET', '/guest/join'))
          },
        },
        renew: async () => tokenFrom(await send(ofClient(), 'GET', '/guest/join')),
        act: () => act({ ...call, coachHeaders: ofCoach() }, admissionId),
      }
    }

  const colleague =
    (reason: string, act: (other: TestPerson) => Promise<void>) =>
    async (name: string): Promise<Losing> => {
      const [coach, other] = [await world.person('Dana', name), await world.person('Ines', name)]
      const sessionId = await world.session(coach, other)
      const headers = { authorization: `Bearer ${other.token}`, ...browser() }
      const ofCoach = { authorization: `Bearer ${coach.token}`, ...browser() }
      const join = () => send(headers, 'GET', `/sessions/join/${sessionId}`)
      const { response: way } = (await (await join()).json()) as { response: WayIn }
      const fileId = await sendFile({ sessionId, coachHeaders: ofCoach })
      return {
        reason,
        personId: other.id,
        way,
        node: nodeOf(way),
        browser: browser(),
        ways: await waysOf(headers, sessionId, fileId),
        renew: async () => tokenFrom(await join()),
        act: () => act(other),
      }
    }

  async function sendFile(call: {
    sessionId: string
    coachHeaders?: Headers
    ofCoach?: () => Headers
  }): Promise<string> {
    const form = new FormData()
    form.set('userfile', new Blob(['words'], { type: 'text/plain' }), 'words.txt')
    const reply = await fetch(`${world.origin}/api/chat/${call.sessionId}/files`, {
      method: 'POST',
      headers: call.coachHeaders ?? call.ofCoach?.() ?? {},
      body: form,
    })
    if (!reply.ok) throw new Error(`a file is answered ${reply.status}: ${await reply.text()}`)
    return ((await reply.json()) as { response: { sid: string } }).response.sid
  }

  return [
    guest('removed', ({ coachHeaders, sessionId, client }) =>
      expectDone(send(coachHeaders, 'POST', `/calls/remove/${sessionId}`, { person_id: client.id })),
    ),
    guest('turned away', ({ coachHeaders }, admissionId) =>
      expectDone(send(coachHeaders, 'POST', `/calls/admissions/${admissionId}`, { admit: false })),
    ),
    guest('deleted', ({ client }) => expectDone(send(ofAbove, 'DELETE', `/profiles/${client.id}`))),
    guest('moved', ({ client }) => moved(client.id)),
    guest('given another address', ({ client }) => change(client.id, { email: `new.${client.email}` })),
    colleague('lowered', (other) => change(other.id, { privs: 0 })),
    colleague('moved, signed in', (other) => moved(other.id)),
  ]
}

type GuestCall = Awaited<ReturnType<typeof openGuestCall>> & { coachHeaders: Headers }
