import { setTimeout as pause } from 'node:timers/promises'
import { browser } from '../../support/browser-cookie.ts'
import { eventually } from '../../support/eventually.ts'
import { enterCall, type CallPerson } from '../../support/calls/call-people.ts'
import type { CallWorld } from '../calls/call-world.ts'

export interface WayIn {
  twilio_token: string
  media_url: string
}

type Headers = Record<string, string>

/** A session that has just begun, with the requests of its coach and its client through the front proxy. */
export async function openGuestCall(world: CallWorld, name: string) {
  const { coach, client, secret, sessionId } = await world.guestCall(name)
  const ofCoach = (): Headers => ({ authorization: `Bearer ${coach.token}`, ...browser() })
  const ofClient = (inBrowser?: string): Headers => ({
    authorization: `Guest ${secret}`,
    ...browser(inBrowser),
  })

  const send = (headers: Headers, path: string, body?: object): Promise<Response> =>
    fetch(`${world.origin}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  /** A busy machine answers 503 at times; a page retries automatically, and so does this. */
  async function ask<T>(headers: Headers, path: string, body?: object, triesLeft = 5): Promise<T> {
    const reply = await send(headers, path, body)
    if (reply.status === 503 && triesLeft > 0) {
      await pause(1000)
      return ask(headers, path, body, triesLeft - 1)
    }
    if (!reply.ok) throw new Error(`${path} is answered ${reply.status}: ${await reply.text()}`)
    return ((await reply.json()) as { response: T }).response
  }

  return {
    ...{ coach, client, sessionId, ofCoach, ofClient, send, ask },
    sendFile(headers: Headers, form: Response, body: BodyInit, signal?: AbortSignal): Promise<Response> {
      const request: RequestInit & { duplex: 'half' } = {
        method: 'POST',
        headers: { ...headers, 'content-type': form.headers.get('content-type') ?? '' },
        body,
        // Required for a streamed body, but missing from the types so far.
        duplex: 'half',
        ...(signal && { signal }),
      }
      return fetch(`${world.origin}/api/chat/${sessionId}/files`, request)
    },
    joinAsCoach: (): Promise<WayIn> => ask(ofCoach(), `/sessions/join/${sessionId}`),
    /** The client knocks and is admitted at once, unless already admitted. Returns the admission's id, if it is new. */
    async knock(inBrowser?: string): Promise<{ way: WayIn; admissionId: string | undefined }> {
      const headers = ofClient(inBrowser)
      const { terms } = await ask<{ terms: { version: string } }>(headers, '/guest/admission')
      const asked = { consents: true, terms: terms.version }
      const { state } = await ask<{ state: string }>(headers, '/guest/admission', asked)
      let admissionId: string | undefined
      if (state === 'waiting') {
        const waiting = () => ask<{ id: string }[]>(ofCoach(), '/calls/waiting')
        const knocks = await eventually(waiting, (found) => found.length > 0, 20_000)
        admissionId = knocks[0]?.id
        await ask(ofCoach(), `/calls/admissions/${admissionId}`, { admit: true })
      }
      return { way: await ask<WayIn>(headers, '/guest/join'), admissionId }
    },
    /** The media node's own address, without the front proxy. */
    signalling({ media_url }: WayIn): string {
      const node = world.nodes.find((each) => media_url.endsWith(`/${each.name}`))
      if (!node) throw new Error(`no node is at ${media_url}`)
      return node.url.replace('http', 'ws')
    },
    async enter(way: WayIn): Promise<CallPerson> {
      return enterCall(this.signalling(way), way.twilio_token)
    },
  }
}
