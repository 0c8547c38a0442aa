import { createHash } from 'node:crypto'
import {
  ConflictException,
  CreateStreamSessionConnectionCommand,
  GameLiftStreamsClient,
  GameLiftStreamsServiceException,
  GetStreamGroupCommand,
  GetStreamSessionCommand,
  ResourceNotFoundException,
  ServiceQuotaExceededException,
  StartStreamSessionCommand,
  TerminateStreamSessionCommand,
  ThrottlingException,
  ValidationException,
  type GetStreamSessionOutput,
  type LocationState,
  type StreamSessionStatus,
} from '@aws-sdk/client-gameliftstreams'
import type { Config } from '#platform/process/config.ts'
import type { Log } from '#platform/process/log.ts'
import type { Redis } from '#platform/process/redis.ts'
import {
  NoPlace,
  OfferRefused,
  StreamGone,
  type StreamPlaces,
  type StreamProvider,
  type StreamRun,
  type StreamStatus,
} from './provider.ts'

/** Amazon's limits. */
const connectionSecondsMax = 3600
const sessionSecondsMax = 86_400
const quarter_s = 15 * 60

type GameLift = NonNullable<Config['gameLift']>

interface GameLiftDeps {
  config: Pick<Config, 'gameLift'>
  redis: Pick<Redis, 'get' | 'set'>
  log: Log
  clock: () => number
  deadlineMs?: number
}

function clientOf({ region, url, key, secret }: GameLift, deadlineMs: number): GameLiftStreamsClient {
  return new GameLiftStreamsClient({
    region,
    ...(url && { endpoint: url }),
    // Without a key of ours the SDK looks in its usual places: its variables, its files, the machine's own role.
    ...(key && { credentials: { accessKeyId: key, secretAccessKey: secret } }),
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: deadlineMs,
      socketTimeout: deadlineMs,
      requestTimeout: deadlineMs,
      // Without this the SDK only logs a line at the timeout and keeps waiting.
      throwOnRequestTimeout: true,
    },
  })
}

/**
 * Amazon GameLift Streams, where one browser at a time is connected to a run (docs/decisions/0036-gamelift.md). Undefined if
 * it is not configured.
 */
export function openGameLift({
  config,
  redis,
  log,
  clock,
  deadlineMs = 10_000,
}: GameLiftDeps): StreamProvider | undefined {
  const { gameLift: given } = config
  if (!given) return undefined
  const { group, region } = given
  const client = clientOf(given, deadlineMs)
  const { ask, find, status, stop } = sessionsAt(client, log)

  /**
   * Amazon says that somebody is connected, but not who: it is the viewer who got the last answer. An answer that is not
   * used yet counts too, because it can be at any time.
   */
  const viewers = async (ref: string): Promise<readonly string[]> => {
    const found = await find(ref)
    if (found?.Status !== 'CONNECTED' && found?.Status !== 'ACTIVE') return []
    const viewer = await redis.get(viewerKey(ref))
    if (viewer !== null) return [viewer]
    // Redis has lost the name. Report a name that nobody has, so that the connected viewer is not taken for an allowed one.
    return found.Status === 'CONNECTED' ? ['unknown'] : []
  }

  return {
    isForMany: false,
    // Amazon itself gives up on placing a run after ten minutes at most.
    comesUpWithinMs: 11 * 60_000,

    async start(run) {
      const { Arn } = await ask(client.send(startCommand(given, run, clock())))
      // The last two parts are the group and the session's name in it, which stay valid if another group is configured.
      const ref = Arn?.split('/').slice(-2).join('/')
      if (!ref) throw new Error('Amazon gave no name for what it started')
      return ref
    },

    status,

    async signal(ref, { viewer, signalRequest }) {
      const found = await find(ref)
      if (meaningOf(found) === 'ended') throw new StreamGone('it has ended at Amazon')
      // While the previous holder is CONNECTED nobody else is accepted; once their browser closes, it is PENDING_….
      if (found?.Status !== 'ACTIVE' && found?.Status !== 'PENDING_CLIENT_RECONNECTION') return undefined
      const answer = await ask(client.send(connectCommand(ref, viewer, signalRequest))).catch(notAnswered)
      if (!answer?.SignalResponse) return undefined
      // Stored before the answer is returned, so that every connected viewer has a known name.
      await redis.set(viewerKey(ref), viewer, { expiration: { type: 'EX', value: sessionSecondsMax } })
      return answer.SignalResponse
    },

    // The connected viewer has mouse and keyboard: control changes with a new connection, so there is nothing to tell.
    control: async () => {},

    viewers,

    /**
     * Amazon has no call that ends a connection and keeps the run. A viewer who may no longer watch must not, so the run
     * ends, and the next viewer gets a new one. A viewer who is not connected has nothing to take away.
     */
    async drop(ref, viewer) {
      if ((await viewers(ref)).includes(viewer)) await stop(ref)
    },

    stop,

    async places() {
      const { LocationStates } = await ask(client.send(new GetStreamGroupCommand({ Identifier: group })))
      // A start that names no location runs in the group's own region, so other locations' places don't help.
      return placesOf(LocationStates?.find(({ LocationName }) => LocationName === region))
    },
  }
}

/** Finds stream sessions at Amazon, reads their status and stops them. */
function sessionsAt(client: GameLiftStreamsClient, log: Log) {
  /** Errors that a retry may fix become `NoPlace`; every other refusal is passed on. */
  const ask = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      if (isRefusal(error)) throw error
      log.warn({ err: error }, 'Amazon did not do as asked')
      throw new NoPlace('Amazon did not do as asked', { cause: error })
    })

  const find = (ref: string): Promise<GetStreamSessionOutput | undefined> =>
    ask(client.send(new GetStreamSessionCommand(placeOf(ref)))).catch(unlessGone)

  const status = async (ref: string): Promise<StreamStatus> => {
    const found = await find(ref)
    const meaning = meaningOf(found)
    if (meaning === 'ended') log.info({ ref, reason: found?.StatusReason }, 'ended at Amazon')
    return meaning
  }

  const stop = async (ref: string): Promise<void> => {
    if (meaningOf(await find(ref)) === 'ended') return
    // While it is ACTIVATING Amazon refuses, and so do we: the caller has to retry.
    await ask(client.send(new TerminateStreamSessionCommand(placeOf(ref)))).catch(unlessGone)
  }

  return { ask, find, status, stop }
}

function startCommand(
  { group, application }: GameLift,
  { sessionId, number, epoch, until }: StreamRun,
  now: number,
) {
  // Whole quarters of an hour, so that a retry a minute later is the same request. Amazon knows it by its token, and
  // does not say what happens if a token comes back with other values. Our own stop enforces `until` to the second.
  const seconds = Math.ceil((until - now) / 1000 / quarter_s) * quarter_s
  return new StartStreamSessionCommand({
    Identifier: group,
    ApplicationIdentifier: application,
    Protocol: 'WebRTC',
    // It starts before anybody comes; every browser opens a connection of its own.
    SignalRequest: 'NO_CLIENT_CONNECTION',
    ClientToken: tokenOf(sessionId, number, epoch),
    SessionLengthSeconds: within(seconds, sessionSecondsMax),
    // The timeout restarts each time nobody is connected. If an hour is not enough, the run ends, and the next
    // viewer gets a new one.
    ConnectionTimeoutSeconds: within(seconds, connectionSecondsMax),
  })
}

const connectCommand = (ref: string, viewer: string, signalRequest: string) =>
  new CreateStreamSessionConnectionCommand({
    ...placeOf(ref),
    SignalRequest: signalRequest,
    // If the answer was lost on the way, a retry of the same offer gets the same answer.
    ClientToken: tokenOf(ref, viewer, signalRequest),
  })

const statuses: Partial<Record<string, StreamStatus>> = {
  ACTIVATING: 'starting',
  // It runs, whether or not somebody is connected just now.
  ACTIVE: 'ready',
  CONNECTED: 'ready',
  PENDING_CLIENT_RECONNECTION: 'ready',
  RECONNECTING: 'ready',
  // It does not recover from these.
  TERMINATING: 'ended',
  TERMINATED: 'ended',
  ERROR: 'ended',
} satisfies Record<StreamSessionStatus, StreamStatus>

/** A status that Amazon adds later counts as starting: that neither ends the run nor sends anybody there. */
const meaningOf = (found: GetStreamSessionOutput | undefined): StreamStatus =>
  found ? (statuses[found.Status ?? ''] ?? 'starting') : 'ended'

const placeOf = (ref: string) => {
  const [Identifier, StreamSessionIdentifier] = ref.split('/')
  return { Identifier, StreamSessionIdentifier }
}

/** A deterministic token of 64 characters; Amazon requires 32 to 128. */
const tokenOf = (...parts: (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

const viewerKey = (ref: string) => `stream:gamelift:${ref}`

const within = (seconds: number, max: number): number => Math.min(Math.max(seconds, 1), max)

/** Whether the request itself was refused, so that a retry would be too; rate limits and quotas don't count. */
const isRefusal = (error: unknown): boolean =>
  error instanceof GameLiftStreamsServiceException &&
  error.$fault === 'client' &&
  !(error instanceof ThrottlingException) &&
  !(error instanceof ServiceQuotaExceededException)

const unlessGone = (error: unknown): undefined => {
  if (!(error instanceof ResourceNotFoundException)) throw error
}

const notAnswered = (error: unknown): undefined => {
  if (error instanceof ResourceNotFoundException)
    throw new StreamGone('it is not there at Amazon', { cause: error })
  if (error instanceof ValidationException)
    throw new OfferRefused('Amazon does not take the offer', { cause: error })
  // Another viewer connected since we looked.
  if (!(error instanceof ConflictException)) throw error
}

function placesOf(location: LocationState | undefined): StreamPlaces {
  // If the location is not listed, nothing says that it is full, so a place is requested.
  if (!location) return unbounded
  if (location.Status !== 'ACTIVE') return { free: 0, all: 0 }
  const { AlwaysOnCapacity = 0, OnDemandCapacity = 0, AllocatedCapacity = 0, IdleCapacity = 0 } = location
  // Groups from before there was a maximum have only the sum.
  const all = location.MaximumCapacity || AlwaysOnCapacity + OnDemandCapacity
  const used = AllocatedCapacity - IdleCapacity
  return all > 0 ? { free: Math.min(Math.max(all - used, 0), all), all } : unbounded
}

const unbounded = { free: Infinity, all: Infinity }
