import * as z from 'zod/mini'

/**
 * What API and stream hosts say to each other. Names of states are those of Amazon GameLift Streams, so that both ways of
 * running the application look alike.
 */

export const instanceStatuses = ['ACTIVATING', 'ACTIVE', 'TERMINATED', 'ERROR'] as const
export type InstanceStatus = (typeof instanceStatuses)[number]

const instanceId = z.string().check(z.regex(/^[\w-]{1,64}$/))
const personId = z.string().check(z.minLength(1), z.maxLength(64))
/** A browser window, by the name that it has in the call. */
const viewer = z.string().check(z.regex(/^[\w.-]{1,80}$/))
/** Which application, out of those that the host's operator has set up. */
const application = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/))

export const startInstance = z.strictObject({
  instance: instanceId,
  application,
  /** Epoch milliseconds: nothing runs longer. */
  until: z.int(),
  holder: z.nullable(personId),
})
export type StartInstance = z.output<typeof startInstance>

export const signalInstance = z.strictObject({
  /** The newest offer of one takes the place of the one before; the same again has the same answer. */
  viewer,
  person: personId,
  offer: z.string().check(z.maxLength(20_000)),
})
export type SignalInstance = z.output<typeof signalInstance>

export const controlInstance = z.strictObject({ holder: z.nullable(personId) })
export const dropViewer = z.strictObject({ viewer })

export const instanceState = z.strictObject({
  status: z.enum(instanceStatuses),
  /** Why it ended, in GameLift's words: 'applicationExit', 'maxSessionLengthTimeout'. */
  reason: z.nullable(z.string()),
  /** Everybody who looks on, or was answered and may at any moment. */
  viewers: z.array(viewer),
  /** What the application calls itself just now. */
  title: z.string(),
  targetKbps: z.number(),
  /** Input that was done, and what was refused. */
  done: z.number(),
  refused: z.number(),
})
export type InstanceState = z.output<typeof instanceState>

/** What is signed of a request: nothing of it can be another afterwards, and it is good for a moment only. */
export const signedText = (method: string, path: string, time: number, bodyHash: string): string =>
  `${method} ${path}\n${time}\n${bodyHash}`
export const signatureGoodMs = 30_000

/**
 * What a host may do in Redis, as rules of an ACL user: say something about itself, and nothing else. It reads no key of the
 * API's and publishes nothing, so that a host that was broken into has neither sign-ins' limits nor the live channel.
 */
export const hostAcl = [
  'resetkeys',
  '~stream:host:*',
  '~stream:free',
  'resetchannels',
  '-@all',
  ...['multi', 'exec', 'hset', 'pexpire', 'zadd', 'zrem'].map((name) => `+${name}`),
  ...['auth', 'hello', 'ping', 'select'].map((name) => `+${name}`),
] as const

/** What a host writes about itself in Redis, and where. */
export const hostKeys = {
  /** A hash: address, slots, used, isDraining. It is gone when the host is. */
  host: (id: string) => `stream:host:${id}`,
  /** A sorted set of hosts by their free slots. */
  free: 'stream:free',
  /** The host of a run, so that a start that is asked for again finds it. */
  placed: (instance: string) => `stream:placed:${instance}`,
} as const
