import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { instanceState, signedText, type StartInstance } from '@parley/contract/stream-host.ts'
import type { Redis } from '#platform/redis.ts'
import { openHostPlaces } from './host-places.ts'
import {
  NoPlace,
  OfferRefused,
  StreamGone,
  type StreamProvider,
  type StreamRun,
  type StreamStatus,
} from './provider.ts'

const deadlineMs = 5000
/** So many hosts are asked in one try. */
const hostsMax = 5

/** What our own page says first (apps/web, stream-client.ts). */
const signalRequests = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text, ctx) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        ctx.issues.push({ code: 'custom', input: text, message: 'no JSON' })
        return z.NEVER
      }
    }),
  ),
  z.strictObject({ v: z.literal(1), instance: z.int(), sdp: z.string() }),
)

const signalAnswer = z.union([
  z.strictObject({ answer: z.string() }),
  z.strictObject({ refused: z.string() }),
])
const notActive = z.strictObject({ status: z.string() })

interface Given {
  redis: Redis
  /** What requests to the hosts are signed with. */
  key: string
  /** Which of the applications that the hosts' operator has set up. */
  application: string
  isForMany: boolean
}

interface Reply {
  status: number
  body: unknown
}

/** The host does not answer just now. It may be cut off, or on its way up again; soon it is back or gone. */
class HostSilent extends Error {}

const nameOf = ({ sessionId, number, epoch }: StreamRun) => `${sessionId}-${number}-${epoch}`

/** Our own stream hosts (apps/stream-host), as many as there are. */
export function openOwnHosts({ redis, key, application, isForMany }: Given): StreamProvider {
  const places = openHostPlaces(redis)

  async function send(url: string, method: string, path: string, given?: object): Promise<Reply> {
    const body = given === undefined ? '' : JSON.stringify(given)
    const time = Date.now()
    const hash = createHash('sha256').update(body).digest('hex')
    const signature = createHmac('sha256', key)
      .update(signedText(method, path, time, hash))
      .digest('hex')
    try {
      const reply = await fetch(`${url}${path}`, {
        method,
        headers: { 'x-parley-time': String(time), 'x-parley-signature': signature },
        signal: AbortSignal.timeout(deadlineMs),
        ...(body && { body }),
      })
      return { status: reply.status, body: await reply.json() }
    } catch (error) {
      throw new HostSilent(`${url} does not answer`, { cause: error })
    }
  }

  /** Asks the host of a run; what is not there any more is gone, host or run. */
  async function ask(ref: string, method: string, what: string, given?: object): Promise<unknown> {
    const [host = '', name = ''] = ref.split('/')
    const url = await places.urlOf(host)
    if (url === undefined) throw new StreamGone(`${host} is gone`)
    const { status, body } = await send(url, method, `/instances/${name}${what}`, given)
    if (status === 404) throw new StreamGone(`${name} is gone`)
    if (status === 409) {
      const { status: now } = notActive.parse(body)
      if (now !== 'ACTIVATING') throw new StreamGone(`${name} is ${now}`)
      return undefined
    }
    if (status >= 500) throw new HostSilent(`${url} answers with ${status}`)
    if (status !== 200) throw new Error(`${url} answers with ${status}`)
    return body
  }

  const stateOf = async (ref: string) => instanceState.parse(await ask(ref, 'GET', ''))
  /** Whoever is gone needs nothing done any more. */
  const unlessGone = async (asked: Promise<unknown>): Promise<void> => {
    await asked.catch((error: unknown) => {
      if (!(error instanceof StreamGone)) throw error
    })
  }

  return {
    isForMany,
    comesUpWithinMs: 60_000,

    async start(run) {
      const name = nameOf(run)
      const asked: StartInstance = { instance: name, application, until: run.until, holder: run.holderId }
      for (let at = 0; at < hostsMax; at += 1) {
        const host = await places.place(name)
        const url = host && (await places.urlOf(host))
        if (!host || !url) break
        const taken = await send(url, 'POST', '/instances', asked).catch(async (error: unknown) => {
          // It may have begun it: for as long as it is there the next try asks it again, and no other.
          await places.avoid(host)
          throw error
        })
        if (taken.status === 202) return `${host}/${name}`
        await places.refused(name, host)
      }
      throw new NoPlace('no stream host has room')
    },

    async status(ref): Promise<StreamStatus> {
      try {
        const { status } = await stateOf(ref)
        return status === 'ACTIVE' ? 'ready' : status === 'ACTIVATING' ? 'starting' : 'ended'
      } catch (error) {
        if (error instanceof StreamGone) return 'ended'
        if (error instanceof HostSilent) return 'starting'
        throw error
      }
    },

    async signal(ref, { viewer, personId, signalRequest }) {
      const read = signalRequests.safeParse(signalRequest)
      if (!read.success) throw new OfferRefused('the request cannot be read')
      const given = { viewer, person: personId, offer: read.data.sdp }
      const told = await ask(ref, 'POST', '/signal', given).catch((error: unknown) => {
        if (error instanceof HostSilent) return undefined
        throw error
      })
      if (told === undefined) return undefined
      const answered = signalAnswer.parse(told)
      if ('refused' in answered) throw new OfferRefused(answered.refused)
      return JSON.stringify({ sdp: answered.answer })
    },

    control: (ref, holderId) => unlessGone(ask(ref, 'POST', '/control', { holder: holderId })),
    viewers: async (ref) => {
      try {
        return (await stateOf(ref)).viewers
      } catch (error) {
        if (error instanceof StreamGone) return []
        throw error
      }
    },
    drop: (ref, viewer) => unlessGone(ask(ref, 'POST', '/drop', { viewer })),
    stop: (ref) => unlessGone(ask(ref, 'DELETE', '')),
    places: () => places.count(),
  }
}
