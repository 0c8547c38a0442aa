import * as z from 'zod/mini'
import { route } from './route.ts'
import { id, instant } from './shapes.ts'

/** From when to when; without an end while it lasts. */
export const stretch = z.strictObject({ from: instant, until: z.nullable(instant) })

const callPresence = z.strictObject({
  /** Of everybody in the session, the coach first: each moment once, within the join window. */
  people: z.array(
    z.strictObject({ id, isCoach: z.boolean(), inRoom: z.array(stretch), waiting: z.array(stretch) }),
  ),
  abilities: z.strictObject({
    /** Whether the client may be marked as a no-show now, by the viewer. */
    noShow: z.boolean(),
    /** Whether the viewer may connect now: after the window too, as one who was there. */
    join: z.boolean(),
  }),
  /** The server's clock, by which all of this is said. */
  now: instant,
})
export type CallPresence = z.output<typeof callPresence>

export const readPresence = route({
  method: 'GET',
  effect: 'reads',
  path: '/calls/:id/presence',
  summary: 'Who was in a session’s call when, and who waited, for whoever sees the session.',
  access: { level: 'Coach' },
  params: z.strictObject({ id }),
  answer: callPresence,
  errors: ['session_not_found'],
})
