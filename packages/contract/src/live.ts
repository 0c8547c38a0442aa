import * as z from 'zod/mini'
import { route } from './route.ts'
import { id } from './shapes.ts'

// Apart from operations.ts: the channel is part of every page, the login page among them.

/**
 * What a notice tells: that something changed, never what it is now. Whoever hears it asks again. Ids go only to whoever
 * may see what they name; the kinds without one say that something in the listener's scope changed, not what.
 */
export const liveNotice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('signed-out'), reason: z.enum(['signed_out', 'expired', 'role_lost']) }),
  z.strictObject({ kind: z.literal('person'), id, version: z.number() }),
  z.strictObject({ kind: z.literal('organization'), id, version: z.number() }),
  z.strictObject({ kind: z.literal('session'), id, version: z.number() }),
  z.strictObject({ kind: z.literal('invoice'), id, version: z.number() }),
  z.strictObject({ kind: z.literal('import'), id }),
  // Somebody asks to be let into the call of that session, or does not any more: told to its coach.
  z.strictObject({ kind: z.literal('waiting'), id }),
  // Something was written in the chat of that session; to its people alone.
  z.strictObject({ kind: z.literal('chat'), id }),
  // Something was answered about the client of that session; to whoever may have the right to know it.
  z.strictObject({ kind: z.literal('assessment'), id }),
  z.strictObject({ kind: z.enum(['people', 'sessions']) }),
  // The first of every stream. While it is down notices are lost: browsers poll, and ask once when it is up again.
  z.strictObject({ kind: z.literal('channel'), state: z.enum(['up', 'down']) }),
])
export type LiveNotice = z.output<typeof liveNotice>

export const live = route({
  method: 'GET',
  effect: 'reads',
  path: '/live',
  summary: 'Notices of changes as server-sent events; ends within a second of its token.',
  access: { level: 'Coach' },
  answer: 'events',
  errors: [],
})
