import * as z from 'zod/mini'
import { guestRefusals, route } from '#wire/route.ts'
import { constants } from '#rules/constants.ts'
import { id } from '#wire/shapes.ts'

const number = z.int().check(z.gte(1), z.lte(constants.instancesMax))

/** One of a session's instances, by default the first. */
const ofInstance = z.strictObject({ sessionId: id, instance: z._default(number, 1) })

/** Refusals for people outside the session, people outside its call, and guests who are not admitted. */
const notTheirs = ['session_not_found', 'not_of_call', 'taken_out', 'not_joinable', ...guestRefusals] as const

/** The longest offer of a browser. Only the stream host, or Amazon, parses it; nothing in between does. */
export const signalRequestMax = 24_000

/** The host's answer to the offer. While there is none yet, the browser polls each second. */
const signalled = z.union([
  z.strictObject({ SignalResponse: z.string() }),
  z.strictObject({ state: z.literal('starting') }),
])
export type Signalled = z.output<typeof signalled>

export const connectStream = route({
  method: 'POST',
  effect: 'acts',
  path: '/stream/connect',
  summary:
    "Sends a WebRTC offer from the caller's browser to the call's application. Only the caller's newest offer counts.",
  access: { level: 'Coach', guest: 'admitted' },
  body: z.extend(ofInstance, {
    signalRequest: z.string().check(z.minLength(1), z.maxLength(signalRequestMax)),
  }),
  answer: signalled,
  errors: [...notTheirs, 'stream_off', 'instance_not_found', 'stream_failed', 'stream_refused', 'not_holder'],
  limit: 'stream',
})

export const signalStream = route({
  method: 'POST',
  effect: 'acts',
  path: '/stream/signal',
  summary: "The application's answer to the caller's newest offer, once the application has started.",
  access: { level: 'Coach', guest: 'admitted' },
  body: ofInstance,
  answer: signalled,
  errors: [
    ...notTheirs,
    'stream_off',
    'instance_not_found',
    'stream_failed',
    'stream_refused',
    'not_holder',
    'offer_missing',
  ],
  limit: 'stream',
})

const streamInstance = z.strictObject({
  number,
  /** `none`: not launched yet, or ended and ready to be launched again. */
  status: z.enum(['none', 'starting', 'ready', 'failed']),
  /** The person who has mouse and keyboard. */
  holder_id: id,
})

const streamOfCall = z.strictObject({
  /** Empty if the session has no application, or this installation has none to show. */
  instances: z.array(streamInstance).check(z.maxLength(constants.instancesMax)),
  /** The instance that everybody sees; null before the coach has launched one. */
  shown: z.nullable(number),
  /**
   * Whether every browser connects to the application itself. If not, only the holder's does and shares the picture with
   * the others through the call.
   */
  isForMany: z.boolean(),
  abilities: z.strictObject({ lead: z.boolean() }),
})
export type StreamOfCall = z.output<typeof streamOfCall>
export type StreamInstance = z.output<typeof streamInstance>

export const readStream = route({
  method: 'GET',
  effect: 'reads',
  path: '/stream/:sessionId',
  summary: "The state of a call's application: what is shown, and who has control.",
  access: { level: 'Coach', guest: 'admitted' },
  params: z.strictObject({ sessionId: id }),
  answer: streamOfCall,
  errors: [...notTheirs],
})

export const showStream = route({
  method: 'POST',
  effect: 'acts',
  path: '/stream/show',
  summary:
    "The session's coach shows an instance to everybody in the call, optionally restarted, or stops showing one.",
  access: { level: 'Coach' },
  body: z.strictObject({
    sessionId: id,
    instance: z.nullable(number),
    /** Restarts a running instance from the beginning. */
    again: z.optional(z.boolean()),
  }),
  answer: streamOfCall,
  errors: [...notTheirs, 'not_your_call', 'stream_off', 'instance_not_found', 'not_in_call'],
})

export const handControl = route({
  method: 'POST',
  effect: 'acts',
  path: '/stream/control',
  summary: "The session's coach gives control of mouse and keyboard to one of its people, or takes it back.",
  access: { level: 'Coach' },
  body: z.extend(ofInstance, { person_id: id }),
  answer: streamOfCall,
  errors: [...notTheirs, 'not_your_call', 'stream_off', 'instance_not_found', 'not_in_session'],
})

/** Data topic in the call's room: browsers should call `readStream` again. */
export const streamTopic = 'stream'
/** The same, and the shown instance was restarted: browsers connected to the old run reconnect to the new one. */
export const streamAgainTopic = 'stream-again'
