import { setTimeout as pause } from 'node:timers/promises'
import { browser } from '../support/browsers.ts'
import { eventually } from '../support/eventually.ts'
import { enterCall, type CallPerson } from '../support/call-people.ts'
import type { CallWorld } from './call-world.ts'

export interface WayIn {
  twilio_token: string
  media_url: string
}

type Headers = Record<string, string>

/** A session that has just begun, and what its coach and its client ask the API for, through the front proxy. */
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
  /** A machine that is busy asks for another try at times, which a page makes by itself. */
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
        // A body that comes bit by bit is only taken with this, which the types do not know yet.
        duplex: 'half',
        ...(signal && { signal }),
      }
      return fetch(`${world.origin}/api/chat/${sessionId}/files`, request)
    },
    joinAsCoach: (): Promise<WayIn> => ask(ofCoach(), `/sessions/join/${sessionId}`),
    /** The client knocks and is let in at once, unless they were before. Says by which knock. */
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
    /** Where a way leads to, past the front proxy. */
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
