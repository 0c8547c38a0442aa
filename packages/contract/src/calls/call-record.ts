import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { id, instant } from '#wire/shapes.ts'

/** A span of time. `until` is null while it lasts. */
export const stretch = z.strictObject({ from: instant, until: z.nullable(instant) })

const callPresence = z.strictObject({
  /** Everybody in the session, the coach first. Spans do not overlap and lie within the join window. */
  people: z.array(
    z.strictObject({ id, isCoach: z.boolean(), inRoom: z.array(stretch), waiting: z.array(stretch) }),
  ),
  /** How many messages each person wrote in each minute, in order of time. Never what they wrote. */
  written: z.array(
    z.strictObject({
      /** The beginning of the minute. */
      at: instant,
      /** Null for viewers who can't read the chat. */
      by_id: z.nullable(id),
      messages: z.int(),
      /** How many of these are files. */
      files: z.int(),
    }),
  ),
  /** How much of the client's assessment there is; null for viewers who may not assess them, and in Org sessions. */
  scored: z.nullable(
    z.strictObject({
      moments: z.int(),
      answered: z.int(),
      /** How many criteria the conversations have in which something was answered. */
      criteria: z.int(),
    }),
  ),
  abilities: z.strictObject({
    /** Whether the viewer may mark the client as a no-show now. */
    noShow: z.boolean(),
    /** Whether the viewer may connect now. After the join window, only people who were in the call may. */
    join: z.boolean(),
  }),
  /** The server's clock, which all of this refers to. */
  now: instant,
})
export type CallPresence = z.output<typeof callPresence>

export const readPresence = route({
  method: 'GET',
  effect: 'reads',
  path: '/calls/:id/presence',
  summary: 'Who was in a session’s call when, and who waited. For everybody who can see the session.',
  access: { level: 'Coach' },
  params: z.strictObject({ id }),
  answer: callPresence,
  errors: ['session_not_found'],
})
