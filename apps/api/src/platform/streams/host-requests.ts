import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { signedText } from '@parley/contract/stream/stream-host.ts'
import type { Log } from '#platform/process/log.ts'
import type { HostPlaces } from './host-places.ts'
import { StreamGone } from './provider.ts'

const deadlineMs = 5000
const notActive = z.strictObject({ status: z.string() })

interface Reply {
  status: number
  body: unknown
}

/**
 * The host does not answer now: it may be cut off, restarting or dead. The request was not carried out, so the caller has to
 * retry.
 */
export class HostSilent extends Error {}

/**
 * A host that has not answered us for this long and has sent no heartbeat to Redis counts as gone, so that people get their
 * application elsewhere. Anything it still runs is ended once it can be reached.
 */
const goneAfterMs = 8000

interface HostRequestsDeps {
  places: HostPlaces
  /** The key that signs the requests. */
  key: string
  log: Log
}

/** Signed requests to stream hosts, and which hosts have not answered for a while. */
export function openHostRequests({ places, key, log }: HostRequestsDeps) {
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

  return { send, ask, isGone }
}
