import * as z from 'zod/mini'
import { settle, settleRefusals } from './people.ts'
import { route } from './wire/route.ts'
import { done, id, instant, instantInput, withoutNul } from './wire/shapes.ts'

const byId = z.strictObject({ id })

const erasure = z.strictObject({
  person_id: id,
  /** When erasing was requested. From then on nobody can restore the person. */
  askedAt: z.nullable(instant),
  doneAt: z.nullable(instant),
  /** They are in a running call and cannot be erased until everybody has left it. */
  isInCall: z.boolean(),
  /** The person or their organization is under legal hold until then and cannot be erased before. */
  heldUntil: z.nullable(instant),
  /** Future sessions, which are cancelled first. */
  sessionsAhead: z.number(),
  /** Counts of the records that are erased. */
  goes: z.strictObject({
    messages: z.number(),
    files: z.number(),
    answers: z.number(),
    moments: z.number(),
    reports: z.number(),
    mails: z.number(),
  }),
  /** Counts of the records that stay, under a number instead of a name, because invoices depend on them. */
  stays: z.strictObject({ sessions: z.number(), invoices: z.number() }),
})
export type Erasure = z.output<typeof erasure>

export const previewErasure = route({
  method: 'GET',
  effect: 'reads',
  path: '/privacy/erasure/:id',
  summary: 'What erasing a person removes and keeps, or the progress of a running erasure.',
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: erasure,
  errors: ['person_not_found', 'not_below'],
})

export const erasePerson = route({
  method: 'POST',
  effect: 'acts',
  path: '/privacy/erasure/:id',
  summary:
    "Anonymizes a person now, irreversibly. A person who isn't deleted yet is deleted first, which needs their upcoming sessions reassigned or cancelled.",
  access: { level: 'OrgAdmin' },
  params: byId,
  body: z.optional(z.strictObject({ settle })),
  answer: erasure,
  errors: ['person_not_found', 'not_below', 'last_super', 'in_call', 'held', ...settleRefusals],
})

/** The longest reason, in characters. */
export const holdReasonMax = 500

const legalHold = z.strictObject({
  id,
  /** When listing a person's holds: whether the hold is on their organization. */
  isOfOrganization: z.boolean(),
  reason: z.string(),
  until: instant,
  by: z.string(),
  madeAt: instant,
})
export type LegalHold = z.output<typeof legalHold>

/** The most holds shown for one person and their organization. */
export const holdsShownMax = 50

const held = z.union([z.strictObject({ person: id }), z.strictObject({ organization: id })])

export const listHolds = route({
  method: 'GET',
  effect: 'reads',
  path: '/privacy/holds',
  summary: 'The legal holds that protect a person, or everybody in an organization, from erasure.',
  access: { level: 'Admin' },
  query: z.strictObject({ person: z.optional(id), organization: z.optional(id) }),
  answer: z.array(legalHold).check(z.maxLength(holdsShownMax)),
  errors: [],
})

export const placeHold = route({
  method: 'POST',
  effect: 'acts',
  path: '/privacy/holds',
  summary:
    'Protects a person, or everybody in an organization, from erasure until an instant, with a reason. Until then nobody can erase them, and no retention period removes their data.',
  access: { level: 'Admin' },
  body: z.strictObject({
    of: held,
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Give a reason'),
        z.maxLength(holdReasonMax, `Use at most ${holdReasonMax} characters`),
        withoutNul,
      ),
    until: instantInput,
  }),
  answer: legalHold,
  errors: ['person_not_found', 'organization_not_found', 'person_erased', 'not_below', 'hold_past'],
})

export const endHold = route({
  method: 'POST',
  effect: 'acts',
  path: '/privacy/holds/end/:id',
  summary: 'Ends a legal hold early.',
  access: { level: 'Admin' },
  params: byId,
  answer: done,
  errors: ['hold_not_found'],
})

const personCopy = z.strictObject({
  id,
  askedAt: instant,
  state: z.enum(['waiting', 'made', 'failed', 'fetched']),
  size: z.nullable(z.number()),
  /** When the copy is deleted. */
  until: instant,
})
export type PersonCopy = z.output<typeof personCopy>

export const latestCopy = route({
  method: 'GET',
  effect: 'reads',
  path: '/privacy/copies/:id',
  summary: "The progress of the newest copy of a person's data, if there is one.",
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: z.nullable(personCopy),
  errors: ['person_not_found', 'not_below'],
})

export const askForCopy = route({
  method: 'POST',
  effect: 'acts',
  path: '/privacy/copies/:id',
  summary:
    'Starts a copy of everything that is stored about a person: a ZIP with a readable page, JSON and the files. While a copy is being made, or has not been fetched, the same one is returned.',
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: personCopy,
  errors: ['person_not_found', 'not_below'],
})

export const copyAddress = route({
  method: 'GET',
  effect: 'reads',
  path: '/privacy/copies/address/:id',
  summary: 'Returns an address at which a copy can be downloaded once, within 60 seconds.',
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: z.strictObject({ url: z.string() }),
  errors: ['copy_not_found', 'person_not_found', 'not_below'],
})

export const fetchCopy = route({
  method: 'GET',
  effect: 'acts',
  path: '/privacy/copies/fetch/:token',
  summary: 'Downloads the copy of such an address.',
  // The token in the address is the only credential: a browser sends no other when it saves a file.
  access: { open: true },
  params: z.strictObject({ token: z.string().check(z.regex(/^[\w-]{1,200}$/)) }),
  answer: 'file',
  errors: ['download_dead'],
})
