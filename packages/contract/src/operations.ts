import * as z from 'zod/mini'
import { route } from './route.ts'
import { done } from './shapes.ts'

/** What a notice tells: that something changed, never what it is now. Whoever hears it asks again. */
export const liveNotice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('signed-out'), reason: z.enum(['signed_out', 'expired', 'role_lost']) }),
])
export type LiveNotice = z.output<typeof liveNotice>

export const live = route({
  method: 'GET',
  path: '/live',
  summary: 'Notices of changes as server-sent events; ends within a second of its token.',
  access: { level: 'Coach' },
  answer: 'events',
  errors: [],
})

export const reportWebError = route({
  method: 'POST',
  path: '/operations/web-errors',
  summary: "Takes an error that reached the top of the web app into the API's own log, secrets masked.",
  access: { open: true },
  body: z.strictObject({
    message: z.string().check(z.maxLength(2000)),
    stack: z.optional(z.string().check(z.maxLength(10_000))),
    path: z.string().check(z.maxLength(500)),
  }),
  answer: done,
  errors: [],
  limit: 'report',
})

export const health = route({
  method: 'GET',
  path: '/health',
  summary: 'That the process lives.',
  access: { open: true },
  answer: z.strictObject({ status: z.literal('ok') }),
  errors: [],
  limit: 'none',
})

export const ready = route({
  method: 'GET',
  path: '/ready',
  summary: 'That the process may be sent requests: it is not draining and the database answers.',
  access: { open: true },
  answer: z.strictObject({ status: z.literal('ready'), redis: z.enum(['up', 'away']) }),
  errors: [],
  limit: 'none',
})
