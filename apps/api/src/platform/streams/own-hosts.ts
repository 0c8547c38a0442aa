import * as z from 'zod/mini'
import { instanceState, type StartInstance } from '@parley/contract/stream/stream-host.ts'
import type { Log } from '#platform/process/log.ts'
import type { Redis } from '#platform/process/redis.ts'
import type { HostNetworks } from './host-networks.ts'
import { openHostPlaces } from './host-places.ts'
import { HostSilent, openHostRequests } from './host-requests.ts'
import {
  NoPlace,
  OfferRefused,
  StreamGone,
  type StreamProvider,
  type StreamRun,
  type StreamStatus,
} from './provider.ts'

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
  const { send, ask, isGone } = openHostRequests({ places, key, log })

  const stateOf = async (ref: string) => instanceState.parse(await ask(ref, 'GET', ''))

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

/** Ignores that a run is gone: then there is nothing left to do. */
const unlessGone = async (asked: Promise<unknown>): Promise<void> => {
  await asked.catch((error: unknown) => {
    if (!(error instanceof StreamGone)) throw error
  })
}
