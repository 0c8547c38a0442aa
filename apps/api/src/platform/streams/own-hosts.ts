import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { instanceState, signedText, type StartInstance } from '@parley/contract/stream-host.ts'
import type { Log } from '#platform/process/log.ts'
import type { Redis } from '#platform/process/redis.ts'
import type { HostNetworks } from './host-networks.ts'
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
/** How many hosts to try for one run. */
const hostsMax = 5

/** The offer that our own page sends (apps/web, stream-client.ts). */
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

interface OwnHostsOptions {
  redis: Redis
  log: Log
  /** Where hosts may be. */
  networks: HostNetworks
  /** The key that signs requests to the hosts. */
  key: string
  /** The name of one of the applications that the hosts' operator configured. */
  application: string
  isForMany: boolean
}

interface Reply {
  status: number
  body: unknown
}

/**
 * The host does not answer now: it may be cut off, restarting or dead. The request was not carried out, so the caller has to
 * retry.
 */
class HostSilent extends Error {}

/**
 * A host that has not answered us for this long and has sent no heartbeat to Redis counts as gone, so that people get their
 * application elsewhere. Anything it still runs is ended once it can be reached.
 */
const goneAfterMs = 8000

const nameOf = ({ sessionId, number, epoch }: StreamRun) => `${sessionId}-${number}-${epoch}`

/** Our own stream hosts (apps/stream-host), any number of them. */
export function openOwnHosts({
  redis,
  log,
  networks,
  key,
  application,
  isForMany,
}: OwnHostsOptions): StreamProvider {
  const places = openHostPlaces(redis, networks, log)

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

  /** Since when a host has not answered; hosts that answer are not listed. */
  const silentSince = new Map<string, number>()

  /** Whether a host has been silent for a while, to us and in Redis. No answer from Redis says nothing about a host. */
  async function isGone(ref: string): Promise<boolean> {
    const [host = ''] = ref.split('/')
    const since = silentSince.get(host)
    if (since === undefined || performance.now() - since < goneAfterMs) return false
    return (await places.isThere(host)) === false
  }

  /**
   * Asks the host of a run: at the address in Redis, else at the one it had when the run began. A missing key is not proof
   * that a run is gone; only the host itself can say so.
   */
  async function ask(ref: string, method: string, what: string, given?: object): Promise<unknown> {
    const [host = '', name = '', placedAt = ''] = ref.split('/')
    const url = (await places.urlOf(host)) ?? decodeURIComponent(placedAt)
    const answered = url === '' ? undefined : await trySend(url, method, `/instances/${name}${what}`, given)
    if (!answered || answered.status >= 500) {
      if (!silentSince.has(host)) silentSince.set(host, performance.now())
      throw new HostSilent(`${host} does not answer`)
    }
    silentSince.delete(host)
    const { status, body } = answered
    if (status === 404) throw new StreamGone(`${name} is gone`)
    if (status === 409) {
      const { status: now } = notActive.parse(body)
      if (now !== 'ACTIVATING') throw new StreamGone(`${name} is ${now}`)
      return undefined
    }
    if (status !== 200) throw new Error(`${host} answers with ${status}`)
    return body
  }

  const trySend = (...request: Parameters<typeof send>): Promise<Reply | undefined> =>
    send(...request).catch((error: unknown) => {
      if (!(error instanceof HostSilent)) throw error
      log.warn({ err: error }, 'a stream host does not answer')
      return undefined
    })

  const stateOf = async (ref: string) => instanceState.parse(await ask(ref, 'GET', ''))
  /** Ignores that a run is gone: then there is nothing left to do. */
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
        if (host === undefined) break
        const url = await places.urlOf(host)
        if (url === undefined) {
          await places.refused(name, host)
          continue
        }
        const taken = await send(url, 'POST', '/instances', asked).catch(async (error: unknown) => {
          // The host may have started it: while it is alive, the next try asks this host again and no other.
          await places.avoid(host)
          throw error
        })
        if (taken.status === 202) return `${host}/${name}/${encodeURIComponent(url)}`
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
        if (error instanceof HostSilent) return (await isGone(ref)) ? 'ended' : 'starting'
        throw error
      }
    },

    async signal(ref, { viewer, personId, signalRequest }) {
      const read = signalRequests.safeParse(signalRequest)
      if (!read.success) throw new OfferRefused('the request cannot be read')
      const given = { viewer, person: personId, offer: read.data.sdp }
      const told = await ask(ref, 'POST', '/signal', given).catch(async (error: unknown) => {
        if (!(error instanceof HostSilent)) throw error
        if (await isGone(ref)) throw new StreamGone('its host is gone', { cause: error })
        return undefined
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
