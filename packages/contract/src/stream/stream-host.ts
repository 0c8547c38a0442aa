import * as z from 'zod/mini'

/**
 * The protocol between API and stream hosts. The names of the states are those of Amazon GameLift Streams, so that both
 * ways of running the application look alike.
 */

export const instanceStatuses = ['ACTIVATING', 'ACTIVE', 'TERMINATED', 'ERROR'] as const
export type InstanceStatus = (typeof instanceStatuses)[number]

const instanceId = z.string().check(z.regex(/^[\w-]{1,64}$/))
const personId = z.string().check(z.minLength(1), z.maxLength(64))
/** A browser window, by its identity in the call. */
const viewer = z.string().check(z.regex(/^[\w.-]{1,80}$/))
/** One of the applications that the host's operator has set up. */
const application = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/))

export const startInstance = z.strictObject({
  instance: instanceId,
  application,
  /** The deadline in epoch milliseconds, at which the instance ends. */
  until: z.int(),
  holder: z.nullable(personId),
})
export type StartInstance = z.output<typeof startInstance>

export const signalInstance = z.strictObject({
  /** A viewer's newest offer replaces the previous one. A repeated offer gets the same answer. */
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
  /** Everybody who is connected, or has an answer and may connect at any moment. */
  viewers: z.array(viewer),
  /** The application's current window title. */
  title: z.string(),
  targetKbps: z.number(),
  /** Counts of input events that were applied and refused. */
  done: z.number(),
  refused: z.number(),
})
export type InstanceState = z.output<typeof instanceState>

/** The text that a request's signature covers: every part of the request, and a time that limits its validity. */
export const signedText = (method: string, path: string, time: number, bodyHash: string): string =>
  `${method} ${path}\n${time}\n${bodyHash}`
export const signatureGoodMs = 30_000

/**
 * A stream host's Redis ACL: it may only write about itself. It can read no key of the API and publish nothing, so that a
 * compromised host reaches neither the sign-in limits nor the live channel.
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

/** The Redis keys that a host writes about itself. */
export const hostKeys = {
  /** A hash: address, slots, used, isDraining. It expires when the host is gone. */
  host: (id: string) => `stream:host:${id}`,
  /** A sorted set of hosts by their free slots. */
  free: 'stream:free',
  /** The host of a run, so that a repeated start finds it. */
  placed: (instance: string) => `stream:placed:${instance}`,
} as const
