import * as z from 'zod/mini'
import { jsonText, listQuery, pageOf } from '#wire/lists.ts'
import { route } from '#wire/route.ts'
import { done, id, instant, instantInput, line, lines, sought } from '#wire/shapes.ts'
import { constants } from '#rules/constants.ts'
import { workingHours } from '#rules/time/working-hours.ts'

export const statuses = ['Cancelled', 'Completed', 'NoShow', 'Scheduled'] as const
const status = z.enum(statuses)

const coachOfSession = z.strictObject({
  id,
  first_name: z.string(),
  last_name: z.string(),
  time_zone: z.nullable(z.string()),
  organization: z.strictObject({ displayName: z.string() }),
})

const participant = z.strictObject({
  id,
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  email: z.string(),
  time_zone: z.nullable(z.string()),
})

export const session = z.strictObject({
  id,
  title: z.string(),
  start_time: instant,
  end_time: instant,
  status,
  coach: z.array(coachOfSession),
  coach_id: id,
  user_id: id,
  participants: z.array(participant),
  organization_id: id,
  organization: z.strictObject({ displayName: z.string(), time_zone: z.string() }),
  instance_count: z.number(),
  use_server: z.boolean(),
  billable: z.boolean(),
  /** Scheduled and starting in less than 25 minutes. */
  startsSoon: z.boolean(),
  version: z.number(),
  createdAt: instant,
  updatedAt: instant,
  abilities: z.strictObject({
    edit: z.boolean(),
    editTimes: z.boolean(),
    editBillable: z.boolean(),
    cancel: z.boolean(),
    noShow: z.boolean(),
    complete: z.boolean(),
    settle: z.boolean(),
    correct: z.boolean(),
    join: z.boolean(),
    assess: z.boolean(),
  }),
})
export type Session = z.output<typeof session>

/** The fields of the session form, validated alike by web and server. */
export const sessionFields = {
  title: line(200).check(z.minLength(1, 'Title is required')),
  start_time: instantInput,
  end_time: instantInput,
  coach_id: z.uuid('Coach is required'),
  user_id: z.uuid('Client is required'),
  participants: z
    .array(id)
    .check(
      z.maxLength(constants.orgParticipantsMax, `Choose at most ${constants.orgParticipantsMax} people`),
    ),
  instance_count: z
    .number('Instances are required')
    .check(
      z.int('Write a whole number.'),
      z.gte(0, 'Instances cannot be fewer than 0'),
      z.lte(constants.instancesMax, 'You are limited to 3 instances'),
    ),
  use_server: z.boolean(),
  billable: z.boolean(),
} as const

export const sessionColumns = [
  'start_time',
  'title',
  'status',
  'organization',
  'client_username',
  'client_first_name',
  'client_last_name',
  'client_name',
  'coach_first_name',
  'coach_last_name',
  'coach_name',
] as const

const names = z.array(sought(210)).check(z.maxLength(50))

/** Coach and organization filters need OrgAdmin or above; others get 403. */
export const sessionFilters = z.strictObject({
  status: z.optional(z.array(status).check(z.maxLength(4))),
  client_name: z.optional(names),
  coach_name: z.optional(names),
  organization: z.optional(z.array(id).check(z.maxLength(50))),
  /** Past but still Scheduled, so that somebody has to decide. */
  unsettled: z.optional(z.boolean()),
})
export type SessionFilters = z.output<typeof sessionFilters>

const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
)
const range = jsonText(z.tuple([instantInput, instantInput]))

/** Either end may be open. */
const openRange = jsonText(z.tuple([z.nullable(instantInput), z.nullable(instantInput)]))

export const sessionQuery = z.extend(listQuery(sessionColumns, sessionFilters), {
  owned: z.optional(flag),
  start_time_range: z.optional(openRange),
  /** By the server's clock. A running session is Scheduled and has not ended, so it counts as upcoming. */
  when: z.optional(z.enum(['upcoming', 'past'])),
})
export type SessionQuery = z.output<typeof sessionQuery>

export const listSessions = route({
  method: 'GET',
  effect: 'reads',
  path: '/sessions',
  summary:
    'A page of the sessions in scope. With owned, only those in which the viewer is coach or participant.',
  access: { level: 'Coach' },
  query: sessionQuery,
  answer: pageOf(session),
  errors: ['page_too_far', 'filter_not_yours'],
})

/** The most rows of an exported file: of a whole list, and of one narrowed by a search or a name. */
export const exportMax = { all: 5000, found: 1000 } as const

export const exportSessions = route({
  method: 'GET',
  // The audit records who exported a list.
  effect: 'acts',
  path: '/sessions/export',
  summary: 'The first 5,000 rows of the same list as a CSV file, with the same order and rights.',
  access: { level: 'Coach' },
  query: z.omit(sessionQuery, { page: true, limit: true }),
  answer: 'file',
  limit: 'upload',
  errors: ['filter_not_yours'],
})

const option = z.strictObject({
  value: z.string(),
  label: z.string(),
  /** For a status or an organization: how many sessions in scope it has. */
  count: z.optional(z.number()),
})

export const filterSessions = route({
  method: 'GET',
  effect: 'reads',
  path: '/sessions/filter',
  summary: 'The filter values for the list of sessions: at most 50 each, narrowed by field and q.',
  access: { level: 'Coach' },
  query: z.strictObject({
    owned: z.optional(flag),
    field: z.optional(z.enum(['status', 'client_name', 'coach_name', 'organization'])),
    q: z.optional(sought(200)),
  }),
  answer: z.strictObject({
    status: z.array(option),
    client_name: z.array(option),
    coach_name: z.array(option),
    organization: z.array(option),
  }),
  errors: [],
})

export const calendarSessions = route({
  method: 'GET',
  effect: 'reads',
  path: '/sessions/calendar',
  summary: 'The sessions that start, or end, in a half-open range of at most 62 days.',
  access: { level: 'Coach' },
  query: z.strictObject({
    start_time_range: z.optional(range),
    end_time_range: z.optional(range),
    owned: z.optional(flag),
  }),
  answer: z.array(session),
  errors: ['range_missing', 'range_too_long', 'range_too_full'],
})

const byId = z.strictObject({ id })

export const getSession = route({
  method: 'GET',
  effect: 'reads',
  path: '/sessions/:id',
  summary: 'One session in scope.',
  access: { level: 'Coach' },
  params: byId,
  answer: session,
  errors: ['session_not_found'],
})

const historyEntry = z.strictObject({
  id: z.string(),
  at: instant,
  by: z.nullable(z.strictObject({ id, name: z.string() })),
  action: z.string(),
  /** `{from, to}` by field, with people by name. A correction also has its `reason`. */
  changes: z.record(z.string(), z.unknown()),
})
export type HistoryEntry = z.output<typeof historyEntry>

export const sessionHistory = route({
  method: 'GET',
  effect: 'reads',
  path: '/sessions/:id/history',
  summary: 'The history of a session: who did what and when, newest first.',
  access: { level: 'Coach' },
  params: byId,
  answer: z.array(historyEntry),
  errors: ['session_not_found'],
})

const bookingRefusals = ['session_people', 'field_not_yours', 'clash', 'session_times'] as const

export const createSession = route({
  method: 'POST',
  effect: 'acts',
  path: '/sessions/create',
  summary:
    'Books a session. user_id is the client; for a session of type Org with participants it is the coach again.',
  access: { level: 'Coach' },
  body: z.strictObject({
    title: sessionFields.title,
    start_time: sessionFields.start_time,
    end_time: sessionFields.end_time,
    coach_id: sessionFields.coach_id,
    user_id: sessionFields.user_id,
    participants: z.optional(sessionFields.participants),
    instance_count: z.optional(sessionFields.instance_count),
    use_server: z.optional(sessionFields.use_server),
    billable: z.optional(sessionFields.billable),
  }),
  answer: session,
  // `session_not_found` answers a repeated call from somebody who may no longer see the session.
  errors: [...bookingRefusals, 'session_not_found'],
  idempotent: true,
})

export const updateSession = route({
  method: 'POST',
  effect: 'acts',
  path: '/sessions/update/:id',
  summary: 'Changes only the given fields of a session. Values that equal the stored ones are not validated.',
  access: { level: 'Coach' },
  params: byId,
  body: z.extend(z.partial(z.strictObject(sessionFields)), { version: z.optional(z.number()) }),
  answer: session,
  errors: [...bookingRefusals, 'session_not_found', 'not_manager', 'not_editable', 'stale'],
})

export const cancelSession = route({
  method: 'POST',
  effect: 'acts',
  path: '/sessions/cancel/:id',
  summary: 'Cancels a session. With noShow, marks it as a no-show instead.',
  access: { level: 'Coach' },
  params: byId,
  body: z.optional(z.strictObject({ noShow: z.optional(z.boolean()) })),
  answer: session,
  errors: ['session_not_found', 'not_manager', 'not_cancellable', 'no_show_refused'],
  idempotent: true,
})

export const completeSession = route({
  method: 'POST',
  effect: 'acts',
  path: '/sessions/complete/:id',
  summary: 'Marks a session as completed.',
  access: { level: 'Coach' },
  params: byId,
  answer: session,
  errors: ['session_not_found', 'not_manager', 'not_completable'],
  idempotent: true,
})

export const correctSession = route({
  method: 'POST',
  effect: 'acts',
  path: '/sessions/correct/:id',
  summary: 'Corrects one final status to another, with a reason that the history shows.',
  access: { level: 'OrgAdmin' },
  params: byId,
  body: z.strictObject({
    status: z.enum(['Cancelled', 'Completed', 'NoShow']),
    reason: lines(500).check(z.minLength(1, 'Write a reason.')),
  }),
  answer: session,
  errors: ['session_not_found', 'not_correctable'],
})

export const undoSession = route({
  method: 'POST',
  effect: 'acts',
  path: '/sessions/undo/:id',
  summary: 'Undoes the last change of a status, within 30 seconds and only for the person who made it.',
  access: { level: 'Coach' },
  params: byId,
  answer: session,
  errors: ['session_not_found', 'not_manager', 'not_undoable', 'clash'],
  idempotent: true,
})

const span = z.strictObject({
  start: instant,
  end: instant,
  /** Null for a session that the viewer may not see: they only learn that the person is busy. */
  session: z.nullable(z.strictObject({ id, title: z.string() })),
})

export const busyTimes = route({
  method: 'GET',
  effect: 'reads',
  path: '/sessions/busy',
  summary: 'When people are busy, with their time zones and working hours, to choose a time.',
  access: { level: 'Coach' },
  query: z.strictObject({
    people: jsonText(z.array(id).check(z.minLength(1), z.maxLength(20))),
    range,
    /** The session that is being moved: it does not block itself, and the viewer may ask about its people. */
    except: z.optional(id),
  }),
  answer: z.array(
    z.strictObject({
      id,
      first_name: z.string(),
      time_zone: z.string(),
      working_hours: z.nullable(workingHours),
      busy: z.array(span),
    }),
  ),
  errors: ['session_people', 'range_too_long'],
})

export const sessionCalendarFile = route({
  method: 'GET',
  effect: 'reads',
  path: '/sessions/:id/calendar-file',
  summary: "The session as an .ics file for the viewer's own calendar.",
  access: { level: 'Coach' },
  params: byId,
  answer: z.strictObject({ filename: z.string(), ics: z.string() }),
  errors: ['session_not_found'],
})

/** `calls` counts sessions that took place or are still Scheduled, `minutes` only completed ones. */
const week = z.strictObject({ start: z.string(), calls: z.number(), minutes: z.number() })

export const sessionProgress = route({
  method: 'GET',
  effect: 'reads',
  path: '/sessions/progress',
  summary:
    'Figures for the sessions in scope: calls and minutes by week, completion and no-show rate over 28 days. With owned, only for those in which the viewer is coach or participant.',
  access: { level: 'Coach' },
  query: z.strictObject({ owned: z.optional(flag) }),
  answer: z.strictObject({
    weeks: z.array(week),
    completed: z.number(),
    noShow: z.number(),
    /** The same by week of the last 28 days, for the small charts. */
    rates: z.array(z.strictObject({ start: z.string(), completed: z.number(), noShow: z.number() })),
    /** Calls today, and calls of this week that are still to come. */
    today: z.number(),
    toCome: z.number(),
    /** All-time totals of the viewer's own sessions; null for a wider scope. */
    total: z.nullable(z.number()),
    minutesTotal: z.nullable(z.number()),
    /** Whether the viewer has any sessions of their own. */
    hasOwn: z.boolean(),
  }),
  errors: [],
})

export const scheduledToday = route({
  method: 'GET',
  effect: 'reads',
  path: '/sessions/today',
  summary: 'The number of sessions in scope that start today.',
  access: { level: 'OrgAdmin' },
  query: z.strictObject({ range }),
  answer: z.strictObject({ scheduled: z.number() }),
  errors: ['range_too_long'],
})

export const futureSessions = route({
  method: 'GET',
  effect: 'reads',
  path: '/sessions/future/:id',
  summary: "A person's upcoming Scheduled sessions, to settle them before the person is deleted or moved.",
  access: { level: 'OrgAdmin' },
  params: byId,
  answer: z.strictObject({ sessions: z.array(session), total: z.number() }),
  errors: ['person_not_found'],
})

export const personSessions = route({
  method: 'GET',
  effect: 'reads',
  path: '/sessions/person/:id',
  summary:
    "At most five of a person's sessions that the viewer may see: the next ones, soonest first, or past ones, newest first.",
  access: { level: 'Coach' },
  params: byId,
  query: z.strictObject({ when: z.enum(['next', 'past']) }),
  answer: z.array(session),
  errors: ['person_not_found'],
})

export const makeCalendarFeed = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles/me/calendar-feed',
  summary:
    "Creates a private calendar address for the caller's sessions. It is shown once and replaces an older one.",
  access: { level: 'Coach' },
  answer: z.strictObject({ url: z.string() }),
  errors: [],
})

export const endCalendarFeed = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles/me/calendar-feed/end',
  summary: "Ends the caller's private calendar address.",
  access: { level: 'Coach' },
  answer: done,
  errors: [],
})

export const calendarFeedState = route({
  method: 'GET',
  effect: 'reads',
  path: '/profiles/me/calendar-feed',
  summary: 'Whether the caller has a private calendar address, since when, and when it was last read.',
  access: { level: 'Coach' },
  answer: z.strictObject({ since: z.nullable(instant), lastReadAt: z.nullable(instant) }),
  errors: [],
})

export const calendarFeed = route({
  method: 'GET',
  // Each read records when the calendar was last read.
  effect: 'acts',
  path: '/calendar/feed/:secret',
  summary: "A person's sessions as a calendar. The secret in the address is all that a reader needs.",
  access: { open: true },
  params: z.strictObject({ secret: z.string().check(z.maxLength(100)) }),
  answer: 'calendar',
  errors: ['feed_not_found'],
})
