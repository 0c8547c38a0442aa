import * as z from 'zod/mini'
import { guestRefusals, route } from '#wire/route.ts'
import { done, id, instant } from '#wire/shapes.ts'
import { isTimeZone } from '#rules/time/time-zones.ts'

/** Access to the media server. The token expires after a few minutes: it is needed to connect, not to stay connected. */
const wayIn = z.strictObject({
  twilio_token: z.string(),
  /** Where to connect: the call's own node first. */
  media_url: z.string(),
})
export type WayIn = z.output<typeof wayIn>

/**
 * The session as the holder of a personal link sees it before admission: no title, no last name, nobody else
 * (docs/rules.md §5).
 */
const guestSession = z.strictObject({
  state: z.enum(['early', 'open', 'over', 'cancelled']),
  /** From this and the times the page computes the next state itself. */
  status: z.enum(['Cancelled', 'Completed', 'NoShow', 'Scheduled']),
  start_time: instant,
  end_time: instant,
  /** The holder's first name and stored time zone. */
  first_name: z.string(),
  time_zone: z.nullable(z.string()),
  coach_first_name: z.string(),
  organization: z.strictObject({ name: z.string(), /** Empty if none is set. */ contact: z.string() }),
  /** The server's clock, since the device's may be wrong. */
  now: instant,
})
export type GuestSession = z.output<typeof guestSession>

export const guestEntry = route({
  method: 'GET',
  effect: 'reads',
  path: '/guest/session',
  summary: "The session of a client's personal link, as the client may see it before being let in.",
  access: { guest: true, whenDead: true },
  answer: guestSession,
  errors: ['guest_link_dead'],
})

export const guestCalendarFile = route({
  method: 'GET',
  effect: 'reads',
  path: '/guest/calendar-file',
  summary: "The session of a client's personal link as an .ics file, in the browser's time zone.",
  access: { guest: true },
  query: z.strictObject({
    /** Defaults to the organization's zone. */
    time_zone: z.optional(
      z.string().check(z.maxLength(60), z.refine(isTimeZone, 'This time zone is not known')),
    ),
  }),
  answer: z.strictObject({ filename: z.string(), ics: z.string() }),
  errors: ['guest_link_dead', 'guest_link_closed'],
})

/** The result of checking a device or the network. Untested ones are left out. */
const checkResult = z.enum(['good', 'weak', 'none'])
export type CheckResult = z.output<typeof checkResult>
const checked = z.strictObject({
  camera: z.optional(checkResult),
  microphone: z.optional(checkResult),
  connection: z.optional(checkResult),
  application: z.optional(checkResult),
})
export type Checked = z.output<typeof checked>

/** Sent with each join, for the coach to see in the call: whether this browser can show the streamed application. */
const toldAtJoin = z.strictObject({ application: z.optional(checkResult) })

const admission = z.strictObject({
  /** `none`: this browser has not asked yet. */
  state: z.enum(['none', 'waiting', 'admitted', 'turned_away', 'replaced', 'removed']),
  since: z.nullable(instant),
  /** When the coach's browser learned that somebody waits. */
  told_at: z.nullable(instant),
  is_other_device: z.boolean(),
  /** The coach pressed 'Join and admit' a moment ago and is not in the call yet. */
  is_coach_joining: z.boolean(),
  /** How long the client was in the call on any device, as recorded; 0 for a browser that was not admitted. */
  stayed_ms: z.number(),
  /** The terms in force, and whether the client accepted them. */
  terms: z.strictObject({ version: z.string(), is_accepted: z.boolean() }),
})
export type Admission = z.output<typeof admission>

export const guestAdmission = route({
  method: 'GET',
  effect: 'reads',
  path: '/guest/admission',
  summary: "The admission state of this browser for the link's call: asked, waiting, let in or refused.",
  access: { guest: true, whenDead: true },
  answer: admission,
  errors: ['guest_link_dead'],
})

export const askIn = route({
  method: 'POST',
  effect: 'acts',
  path: '/guest/admission',
  summary: "The client presses 'Join Session'. From then on the admission belongs to this browser.",
  access: { guest: true },
  body: z.strictObject({
    /** The version of the terms that the client accepted on this page. */
    terms: z.optional(z.string().check(z.maxLength(40))),
    /** The client agrees to take part by video. */
    consents: z.literal(true),
    checked: z.optional(checked),
  }),
  answer: admission,
  errors: [
    'guest_link_dead',
    'guest_link_closed',
    'guest_link_early',
    'terms_needed',
    'terms_outdated',
    'too_many_devices',
  ],
})

export const stillWaiting = route({
  method: 'POST',
  effect: 'acts',
  path: '/guest/admission/here',
  summary: 'Heartbeat of a waiting page. Returns its admission state.',
  access: { guest: true, whenDead: true },
  answer: admission,
  errors: ['guest_link_dead'],
})

export const guestJoin = route({
  method: 'GET',
  effect: 'acts',
  path: '/guest/join',
  summary:
    'Returns what a client needs to join the call, once let in and only in the browser that was let in.',
  access: { guest: 'admitted' },
  query: toldAtJoin,
  /** After admission the client has the chat, which needs the session's id. */
  answer: z.extend(wayIn, { session_id: id }),
  errors: [...guestRefusals, 'not_joinable'],
})

const waitingGuest = z.strictObject({
  id,
  session_id: id,
  title: z.string(),
  start_time: instant,
  name: z.string(),
  /** `admitted`: came straight in a moment ago, in an organization without a waiting room. */
  state: z.enum(['waiting', 'turned_away', 'removed', 'admitted']),
  /** When that state began. */
  since: instant,
  is_other_device: z.boolean(),
  /** The coach pressed 'Join and admit': they are admitted once the coach is in the call. */
  is_promised: z.boolean(),
  checked: z.nullable(checked),
})
export type WaitingGuest = z.output<typeof waitingGuest>

export const waitingGuests = route({
  method: 'GET',
  effect: 'acts',
  path: '/calls/waiting',
  summary:
    "Who is waiting for the caller's calls now, and whom the coach has not let in. Records that the coach was told.",
  access: { level: 'Coach' },
  answer: z.array(waitingGuest),
  errors: [],
})

export const decideAdmission = route({
  method: 'POST',
  effect: 'acts',
  path: '/calls/admissions/:id',
  summary: "The session's coach lets somebody in, promises to do so once in the call, or refuses them.",
  access: { level: 'Coach' },
  params: z.strictObject({ id }),
  body: z.strictObject({ admit: z.union([z.boolean(), z.literal('when_joined')]) }),
  answer: done,
  errors: ['admission_not_found', 'not_joinable'],
})

export const removeFromCall = route({
  method: 'POST',
  effect: 'acts',
  path: '/calls/remove/:id',
  summary:
    "The session's coach removes somebody from the call. They stay out until the coach lets them in again.",
  access: { level: 'Coach' },
  params: z.strictObject({ id }),
  body: z.strictObject({ person_id: id }),
  answer: done,
  errors: ['session_not_found', 'not_your_call', 'not_in_call'],
})

export const muteInCall = route({
  method: 'POST',
  effect: 'acts',
  path: '/calls/mute/:id',
  summary: "The session's coach mutes somebody for everyone; they can unmute themselves.",
  access: { level: 'Coach' },
  params: z.strictObject({ id }),
  body: z.strictObject({ person_id: id }),
  answer: done,
  errors: ['session_not_found', 'not_your_call'],
})

export const raiseHand = route({
  method: 'PUT',
  effect: 'acts',
  path: '/calls/:id/hand',
  summary: "Raises or lowers the caller's hand. Everybody in the call sees it.",
  access: { level: 'Coach', guest: 'admitted' },
  params: z.strictObject({ id }),
  body: z.strictObject({ is_up: z.boolean() }),
  answer: done,
  errors: [...guestRefusals, 'session_not_found', 'not_of_call', 'not_in_call'],
})

export const tellShown = route({
  method: 'PUT',
  effect: 'acts',
  path: '/calls/:id/shown',
  summary:
    "Reports that the caller's browser shows the streamed application, whatever its device check found.",
  access: { level: 'Coach', guest: 'admitted' },
  params: z.strictObject({ id }),
  answer: done,
  errors: [...guestRefusals, 'session_not_found', 'not_of_call', 'not_in_call'],
})

export const joinSession = route({
  method: 'GET',
  effect: 'acts',
  path: '/sessions/join/:id',
  summary: "Returns what one of a session's people needs to join its call during the join window.",
  access: { level: 'Coach' },
  params: z.strictObject({ id }),
  query: toldAtJoin,
  answer: wayIn,
  errors: ['session_not_found', 'not_of_call', 'not_joinable', 'taken_out'],
})

/** Opens a short-lived room that nobody else ever enters. */
export const tryConnection = route({
  method: 'POST',
  effect: 'acts',
  path: '/calls/trial',
  summary: 'Returns access to a throwaway room, in which the device check tests whether media get through.',
  access: { level: 'Coach' },
  answer: wayIn,
  errors: [],
  limit: 'mail',
})

export const guestTryConnection = route({
  method: 'POST',
  effect: 'acts',
  path: '/guest/trial',
  summary:
    'The same for a client with a personal link, even before being let in, but not after the coach has refused them.',
  access: { guest: true },
  answer: wayIn,
  errors: ['guest_link_dead', 'guest_link_closed', 'not_let_in'],
  limit: 'mail',
})

export const callAdmission = route({
  method: 'GET',
  effect: 'reads',
  path: '/calls/admission',
  summary: 'For the front proxy: whether a media token admits its holder to the call now.',
  access: { open: true },
  answer: done,
  errors: ['not_admitted'],
  limit: 'none',
})

export const mediaEvent = route({
  method: 'POST',
  effect: 'acts',
  path: '/hooks/livekit',
  summary: 'Webhook of the media server; it signs its requests.',
  access: { open: true },
  bytes: { as: 'exact', types: ['application/webhook+json'], max: 256 * 1024 },
  answer: done,
  errors: ['not_admitted'],
  limit: 'none',
})
