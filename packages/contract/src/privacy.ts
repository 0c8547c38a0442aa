import * as z from 'zod/mini'
import { settle, settleRefusals } from './people.ts'
import { route } from './route.ts'
import { id, instant } from './shapes.ts'

const byPerson = z.strictObject({ id })

const erasure = z.strictObject({
  person_id: id,
  /** Made anonymous, or about to be; from then on nobody brings the person back. */
  askedAt: z.nullable(instant),
  doneAt: z.nullable(instant),
  /** They are in a call, and cannot be erased until they have left it. */
  isInCall: z.boolean(),
  /** Sessions ahead, which are cancelled first. */
  sessionsAhead: z.number(),
  /** What goes. */
  goes: z.strictObject({
    messages: z.number(),
    files: z.number(),
    answers: z.number(),
    moments: z.number(),
    reports: z.number(),
    mails: z.number(),
  }),
  /** What stays, under a number: invoices rest on it. */
  stays: z.strictObject({ sessions: z.number(), invoices: z.number() }),
})
export type Erasure = z.output<typeof erasure>

export const previewErasure = route({
  method: 'GET',
  effect: 'reads',
  path: '/privacy/erasure/:id',
  summary: 'What erasing a person takes away and what stays, or how far it has come.',
  access: { level: 'OrgAdmin' },
  params: byPerson,
  answer: erasure,
  errors: ['person_not_found', 'not_below'],
})

export const erasePerson = route({
  method: 'POST',
  effect: 'acts',
  path: '/privacy/erasure/:id',
  summary:
    'Makes a person anonymous now, for good. Who is not deleted yet is deleted first, with their sessions ahead settled as then.',
  access: { level: 'OrgAdmin' },
  params: byPerson,
  body: z.optional(z.strictObject({ settle })),
  answer: erasure,
  errors: ['person_not_found', 'not_below', 'last_super', 'in_call', 'stale', ...settleRefusals],
})
