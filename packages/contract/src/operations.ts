import * as z from 'zod/mini'
import { route } from './wire/route.ts'
import { jsonText, listQuery, pageOf } from './wire/lists.ts'
import { done, id, instant, instantInput, privs, sought } from './wire/shapes.ts'

export const reportWebError = route({
  method: 'POST',
  effect: 'acts',
  path: '/operations/web-errors',
  summary: "Writes an uncaught error of the web app to the API's log, with secrets masked.",
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
  effect: 'reads',
  path: '/health',
  summary: 'Liveness: the process is running.',
  access: { open: true },
  answer: z.strictObject({ status: z.literal('ok') }),
  errors: [],
  limit: 'none',
})

export const ready = route({
  method: 'GET',
  effect: 'reads',
  path: '/ready',
  summary: 'Readiness: the process is not draining and the database answers.',
  access: { open: true },
  answer: z.strictObject({ status: z.literal('ready'), redis: z.enum(['up', 'away']) }),
  errors: [],
  limit: 'none',
})

const party = z.nullable(z.strictObject({ id, name: z.string(), privs: z.nullable(z.number()) }))

export const auditEntry = z.strictObject({
  id: z.string(),
  at: instant,
  by: party,
  /** Whether the client's personal link was used instead of a sign-in. */
  byLink: z.boolean(),
  address: z.nullable(z.string()),
  action: z.string(),
  /** No id: a refused sign-in to an account that does not exist. `privs` is set for people in the viewer's scope. */
  subject: z.strictObject({
    kind: z.string(),
    id: z.nullable(id),
    name: z.nullable(z.string()),
    privs: z.nullable(privs),
  }),
  organization: z.nullable(z.string()),
  /** `{from, to}` by field. People and organizations are named; the name is empty outside the viewer's scope. */
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.output<typeof auditEntry>

const auditFilters = z.strictObject({
  action: z.optional(z.array(sought(60)).check(z.maxLength(50))),
  by: z.optional(z.array(id).check(z.maxLength(20))),
  subject: z.optional(z.array(id).check(z.maxLength(20))),
  /** For reads: the people whose texts or data were read. */
  about: z.optional(z.array(id).check(z.maxLength(20))),
  from: z.optional(instantInput),
  until: z.optional(instantInput),
})

export const listAudit = route({
  method: 'GET',
  effect: 'reads',
  path: '/audit',
  summary:
    'The audit log: who did what to whom, newest first. Admin and above see all, an OrgAdmin their own organization.',
  access: { level: 'OrgAdmin' },
  query: listQuery(['at'], auditFilters),
  answer: pageOf(auditEntry),
  errors: ['page_too_far'],
})

/** An audit file has at most the newest so many entries that match. */
export const auditFileMax = 10_000

export const auditFile = route({
  method: 'GET',
  effect: 'reads',
  path: '/audit/file',
  summary: `The audit as CSV, safe to open in a spreadsheet: the newest ${auditFileMax} entries that match, for everybody who may list them.`,
  access: { level: 'OrgAdmin' },
  query: z.strictObject({ filters: z.optional(jsonText(auditFilters)), search: z.optional(sought(200)) }),
  answer: 'file',
  errors: [],
  limit: 'upload',
})

/**
 * One event in the log of a mail. An attempt with 'begun' and no later event was interrupted; the mail server may still
 * have accepted it.
 */
const mailEvent = z.strictObject({
  at: instant,
  event: z.enum(['begun', 'accepted', 'refused', 'failed']),
  answer: z.optional(z.string()),
})

export const mailEntry = z.strictObject({
  id,
  kind: z.string(),
  to: party,
  /** The address that it went to. */
  address: z.string(),
  /** The session that it is about. */
  session: z.nullable(z.strictObject({ id, title: z.string() })),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  log: z.array(mailEvent),
  messageId: z.string(),
  createdAt: instant,
  sentAt: z.nullable(instant),
})

export const listMails = route({
  method: 'GET',
  effect: 'reads',
  path: '/mails',
  summary: 'The delivery log: every mail, its attempts, and what the mail server answered.',
  access: { level: 'Admin' },
  query: listQuery(
    ['createdAt'],
    z.strictObject({ state: z.optional(z.array(mailEntry.shape.state).check(z.maxLength(3))) }),
  ),
  answer: pageOf(mailEntry),
  errors: ['page_too_far'],
})
