import * as z from 'zod/mini'
import { route } from './route.ts'
import { done, id, instant } from './shapes.ts'
import { isTimeZone } from './rules/time-zones.ts'

/** What the holder of a personal link sees before being let in: no title, no last name, nobody else (docs/rules.md §5). */
const guestSession = z.strictObject({
  state: z.enum(['early', 'open', 'over', 'cancelled']),
  /** With the times, so that the page moves on by itself from one state to the next. */
  status: z.enum(['Cancelled', 'Completed', 'NoShow', 'Scheduled']),
  start_time: instant,
  end_time: instant,
  /** The holder's own first name, and the zone that is stored for them. */
  first_name: z.string(),
  time_zone: z.nullable(z.string()),
  coach_first_name: z.string(),
  organization: z.strictObject({ name: z.string(), /** Empty where none is set. */ contact: z.string() }),
  /** The server's clock: a telephone's may be wrong. */
  now: instant,
})
export type GuestSession = z.output<typeof guestSession>

export const guestEntry = route({
  method: 'GET',
  effect: 'reads',
  path: '/guest/session',
  summary: "The session of a client's personal link, as its holder may see it before being let in.",
  access: { guest: true, whenDead: true },
  answer: guestSession,
  errors: ['guest_link_dead'],
})

export const guestCalendarFile = route({
  method: 'GET',
  effect: 'reads',
  path: '/guest/calendar-file',
  summary: "The same as an .ics file for the holder's own calendar, in the zone of the browser.",
  access: { guest: true },
  query: z.strictObject({
    /** The organization's unless given. */
    time_zone: z.optional(z.string().check(z.maxLength(60), z.refine(isTimeZone, 'Unknown zone'))),
  }),
  answer: z.strictObject({ filename: z.string(), ics: z.string() }),
  errors: ['guest_link_dead', 'guest_link_closed'],
})

export const joinSession = route({
  method: 'GET',
  effect: 'acts',
  path: '/sessions/join/:id',
  summary: "The way into a session's call, for one of its people, in the join window.",
  access: { level: 'Coach' },
  params: z.strictObject({ id }),
  answer: z.strictObject({
    /** For the media server, good for a few minutes: to connect, not to stay. */
    twilio_token: z.string(),
    /** Where to connect: the call's own node first. */
    media_url: z.string(),
  }),
  errors: ['session_not_found', 'not_of_call', 'not_joinable'],
})

export const callAdmission = route({
  method: 'GET',
  effect: 'reads',
  path: '/calls/admission',
  summary: 'For the front proxy: whether the holder of a media token may connect to the call now.',
  access: { open: true },
  answer: done,
  errors: ['not_admitted'],
  limit: 'none',
})

export const mediaEvent = route({
  method: 'POST',
  effect: 'acts',
  path: '/hooks/livekit',
  summary: 'What the media server tells, signed by it.',
  access: { open: true },
  bytes: { as: 'exact', types: ['application/webhook+json'], max: 256 * 1024 },
  answer: done,
  errors: ['not_admitted'],
  limit: 'none',
})
