import * as z from 'zod/mini'
import { jsonText, listOf, listQuery, pageOf } from './wire/lists.ts'
import { route } from './wire/route.ts'
import { done, emailField, id, instant, line, privs, sought } from './wire/shapes.ts'
import { levels } from './rules/people/levels.ts'
import { isUsername } from './rules/people/sign-in.ts'
import { isTimeZone } from './rules/time/time-zones.ts'
import { workingHours } from './rules/time/working-hours.ts'

/** The fields of a person's form, validated alike by web and server. */
export const personFields = {
  first_name: line(100).check(z.minLength(1, 'First name is required')),
  last_name: line(100).check(z.minLength(1, 'Last name is required')),
  username: z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Username is required'),
    z.refine(
      (text) => text === '' || isUsername(text),
      'Use 3 to 64 lowercase letters, digits, dots, dashes or underscores',
    ),
  ),
  email: emailField,
  time_zone: z.nullable(z.string().check(z.refine(isTimeZone, 'This time zone is not known'))),
  working_hours: z.nullable(workingHours),
  organization_id: z.nullable(z.uuid('Organization is required')),
  coach_id: z.nullable(id),
  privs,
  is_assessor: z.boolean(),
} as const

const brief = z.strictObject({ id, first_name: z.string(), last_name: z.string() })

export const person = z.strictObject({
  id,
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  privs,
  coach_id: z.nullable(id),
  coach: z.nullable(brief),
  organization_id: z.nullable(id),
  organization: z.nullable(z.strictObject({ displayName: z.string(), time_zone: z.string() })),
  time_zone: z.nullable(z.string()),
  working_hours: z.nullable(workingHours),
  is_assessor: z.boolean(),
  /** Only set for viewers who may reset it. */
  has_second_factor: z.optional(z.boolean()),
  /** A client's next session that the viewer may see; null if there is none, and for level 1 and above. */
  nextSession: z.nullable(instant),
  /** For level 1 and above: calls as coach in this week and the four before, oldest first. Weeks begin on Monday. */
  callsByWeek: z.array(z.number()),
  deletedAt: z.nullable(instant),
  /** When they were made anonymous, irreversibly. */
  erasedAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  version: z.number(),
  abilities: z.strictObject({
    edit: z.boolean(),
    delete: z.boolean(),
    restore: z.boolean(),
    erase: z.boolean(),
    copy: z.boolean(),
    hold: z.boolean(),
    sendLoginEmail: z.boolean(),
    resetSecondFactor: z.boolean(),
  }),
})
export type Person = z.output<typeof person>

/** Coach and organization filters need OrgAdmin or above; others get 403. */
export const peopleFilters = z.strictObject({
  organization: z.optional(z.array(id).check(z.maxLength(50))),
  coach: z.optional(z.array(id).check(z.maxLength(50))),
  privs: z.optional(z.array(privs).check(z.maxLength(5))),
  deleted: z.optional(z.boolean()),
})
export type PeopleFilters = z.output<typeof peopleFilters>

export const peopleColumns = ['first_name', 'last_name', 'username'] as const

const query = listQuery(peopleColumns, peopleFilters)
export type PeopleQuery = z.output<typeof query>

const list = (path: `/${string}`, summary: string) =>
  route({
    method: 'GET',
    effect: 'reads',
    path,
    summary,
    access: { level: 'Coach' },
    query,
    answer: listOf(person),
    errors: ['page_too_far', 'filter_not_yours'],
  })

export const listProfiles = list('/profiles', 'Everyone in scope.')
export const listClients = list('/profiles/list-clients', 'The clients in scope.')
export const listAdmins = list(
  '/profiles/list-admins',
  'The people who can coach a session: level 1 and above, in scope.',
)
export const listCoaches = list('/profiles/list-coaches', 'People of level 1 and above, in scope.')

export const countProfiles = route({
  method: 'GET',
  effect: 'reads',
  path: '/profiles/count',
  summary: 'The number of people that match these filters.',
  access: { level: 'Coach' },
  query: z.strictObject({
    filters: z.optional(jsonText(peopleFilters)),
    search: z.optional(sought(200)),
  }),
  answer: z.strictObject({ entryCount: z.number(), entryCountExact: z.boolean() }),
  errors: ['filter_not_yours'],
})

const option = z.strictObject({ value: z.string(), label: z.string() })

export const filterProfiles = route({
  method: 'GET',
  effect: 'reads',
  path: '/profiles/filter',
  summary: 'The filter values for lists of people: at most 50 of each kind, narrowed by q.',
  access: { level: 'Coach' },
  query: z.strictObject({ q: z.optional(sought(200)) }),
  answer: z.strictObject({ coach: z.array(option), organization: z.array(option) }),
  errors: [],
})

const byId = z.strictObject({ id })

export const getProfile = route({
  method: 'GET',
  effect: 'reads',
  path: '/profiles/:id',
  summary: 'One person in scope.',
  access: { level: 'Coach' },
  params: byId,
  answer: person,
  errors: ['person_not_found'],
})

const refusals = [
  'person_not_found',
  'not_below',
  'above_self',
  'field_not_yours',
  'username_taken',
  'email_taken',
  'organization_missing',
  'coach_elsewhere',
  'last_super',
] as const

export const createProfile = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles',
  summary:
    'Creates a person. `copyFrom` (clients) and `copy_id` (coaches) name a person whose organization, coach, time zone and working hours are copied.',
  access: { level: 'Coach' },
  body: z.strictObject({
    attributes: z.strictObject({
      first_name: personFields.first_name,
      last_name: personFields.last_name,
      username: personFields.username,
      email: personFields.email,
      privs: z._default(privs, levels.Client),
      organization_id: z.optional(personFields.organization_id),
      coach_id: z.optional(personFields.coach_id),
      time_zone: z.optional(personFields.time_zone),
      working_hours: z.optional(personFields.working_hours),
      is_assessor: z.optional(personFields.is_assessor),
    }),
    copyFrom: z.optional(id),
    copy_id: z.optional(id),
  }),
  answer: person,
  errors: refusals,
})

/** The fate of one session of a person who leaves: it is reassigned or cancelled. */
const fate = z.discriminatedUnion('act', [
  z.strictObject({ session_id: id, act: z.literal('cancel') }),
  z.strictObject({ session_id: id, act: z.literal('reassign'), to: id }),
])
export type SessionFate = z.output<typeof fate>

export const settledMax = 1000
export const settle = z.optional(z.array(fate).check(z.maxLength(settledMax)))
export const settleRefusals = ['future_sessions', 'future_elsewhere', 'settle_refused'] as const

export const updateProfile = route({
  method: 'PUT',
  effect: 'acts',
  path: '/profiles/:id',
  summary:
    'Changes only the given attributes of a person. If it moves them or ends their role as coach, the same request must reassign or cancel their upcoming sessions; otherwise the answer is 409 with the list of these.',
  access: { level: 'Coach' },
  params: byId,
  body: z.strictObject({
    attributes: z.partial(z.strictObject(personFields)),
    version: z.optional(z.number()),
    settle,
  }),
  answer: person,
  errors: [...refusals, 'stale', ...settleRefusals],
})

export const deleteProfile = route({
  method: 'DELETE',
  effect: 'acts',
  path: '/profiles/:id',
  summary:
    "Soft-deletes a person: they are hidden and signed out at once, and can be restored. The same request must reassign or cancel a coach's upcoming sessions; otherwise the answer is 409 with the list of these. A job cancels those of a client.",
  access: { level: 'OrgAdmin' },
  params: byId,
  body: z.optional(z.strictObject({ settle })),
  answer: person,
  errors: ['person_not_found', 'not_below', 'last_super', ...settleRefusals],
})

export const restoreProfile = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles/restore/:id',
  summary: 'Restores a deleted person.',
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: person,
  errors: ['person_not_found', 'not_below', 'person_erased', 'email_taken'],
})

export const sendLoginEmail = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles/send-login-email/:id',
  summary:
    'Mails the login email: a link to set a password for level 1 and above, the next sessions for a client.',
  access: { level: 'Coach' },
  params: byId,
  answer: done,
  errors: ['person_not_found', 'not_below', 'mailed_recently'],
  limit: 'mail',
})

export const resetSecondFactor = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles/reset-second-factor/:id',
  summary: 'Removes the second factor of somebody who lost it, and ends their sign-ins.',
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: done,
  errors: ['person_not_found', 'not_below', 'no_second_factor'],
})

export const importRow = z.strictObject({
  row: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  email: z.string(),
  coach_username: z.string(),
  time_zone: z.string(),
  organization: z.string(),
  state: z.enum(['good', 'error', 'written']),
  error: z.nullable(z.strictObject({ field: z.string(), message: z.string() })),
})

export const importSummary = z.strictObject({
  id,
  filename: z.string(),
  state: z.enum(['reading', 'unreadable', 'preview', 'running', 'done', 'stopped']),
  /** Why the file could not be read; empty if it could. */
  faults: z.array(z.string()),
  rows: z.number(),
  good: z.number(),
  errors: z.number(),
  written: z.number(),
  createdAt: instant,
})

export const startImport = route({
  method: 'POST',
  effect: 'acts',
  path: '/imports',
  summary:
    'Uploads a CSV file of clients. A job reads it and decides what happens to each row. Creates nobody yet.',
  access: { level: 'OrgAdmin' },
  query: z.strictObject({ filename: line(200) }),
  bytes: { as: 'stream', types: ['text/csv'], max: 8 * 1024 * 1024 },
  answer: importSummary,
  errors: [],
  limit: 'upload',
})

export const getImport = route({
  method: 'GET',
  effect: 'reads',
  path: '/imports/:id',
  summary: 'The progress of an import.',
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: importSummary,
  errors: ['import_not_found'],
})

export const listImportRows = route({
  method: 'GET',
  effect: 'reads',
  path: '/imports/:id/rows',
  summary: 'The rows of an import, and what happens to each.',
  access: { level: 'OrgAdmin' },
  params: byId,
  query: listQuery(
    ['row'],
    z.strictObject({ state: z.optional(z.array(importRow.shape.state).check(z.maxLength(3))) }),
  ),
  answer: pageOf(importRow),
  errors: ['import_not_found', 'page_too_far'],
})

export const runImport = route({
  method: 'POST',
  effect: 'acts',
  path: '/imports/run/:id',
  summary: 'Starts the job that writes the valid rows, each once.',
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: importSummary,
  errors: ['import_not_found', 'import_not_ready'],
})

export const stopImport = route({
  method: 'POST',
  effect: 'acts',
  path: '/imports/stop/:id',
  summary: 'Stops a running import. What it has written stays.',
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: importSummary,
  errors: ['import_not_found'],
})

export const importErrors = route({
  method: 'GET',
  effect: 'reads',
  path: '/imports/:id/errors',
  summary: 'The rows with errors as CSV, safe to open in a spreadsheet.',
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: 'file',
  errors: ['import_not_found'],
})
