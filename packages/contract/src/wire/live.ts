import * as z from 'zod/mini'
import { route } from './route.ts'
import { id } from './shapes.ts'

// Separate from operations.ts because every page loads the channel, even the login page.

/**
 * A notice says that something changed, never the new value: listeners fetch it again. A listener gets only the ids of
 * things they may see. The kinds without an id say that something in the listener's scope changed, not what.
 */
export const liveNotice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('signed-out'), reason: z.enum(['signed_out', 'expired', 'role_lost']) }),
  z.strictObject({ kind: z.literal('person'), id, version: z.number() }),
  z.strictObject({ kind: z.literal('organization'), id, version: z.number() }),
  z.strictObject({ kind: z.literal('session'), id, version: z.number() }),
  z.strictObject({ kind: z.literal('invoice'), id, version: z.number() }),
  z.strictObject({ kind: z.literal('import'), id }),
  // For the session's coach: somebody asks to be admitted to its call, or no longer does.
  z.strictObject({ kind: z.literal('waiting'), id }),
  // For the session's people only: a new message in its chat.
  z.strictObject({ kind: z.literal('chat'), id }),
  // For people who may assess the session's client: an answer changed.
  z.strictObject({ kind: z.literal('assessment'), id }),
  z.strictObject({ kind: z.enum(['people', 'sessions']) }),
  // The first notice of every stream. While the channel is down, notices are lost: browsers poll, and refetch once it is up.
  z.strictObject({ kind: z.literal('channel'), state: z.enum(['up', 'down']) }),
])
export type LiveNotice = z.output<typeof liveNotice>

export const live = route({
  method: 'GET',
  effect: 'reads',
  path: '/live',
  summary: 'Notices of changes as server-sent events. The stream ends within a second after its token.',
  access: { level: 'Coach' },
  answer: 'events',
  errors: [],
})
