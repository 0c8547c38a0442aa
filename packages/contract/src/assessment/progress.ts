import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { id, instant } from '#wire/shapes.ts'

/** Only the newest so many sessions of a client are listed; older ones are opened one by one. */
export const progressSessionsMax = 24

const ofClient = z.strictObject({ userId: id })

const counts = { shown: z.int(), answered: z.int() }
const tagged = { tag: z.string(), ...counts }

/** The counts of one conversation. Unanswered parts are absent. */
const scoredConversation = z.strictObject({
  conversation: z.int(),
  ...counts,
  /** The coach's overall judgement. The coach's notes are private and never part of this. */
  overall: z.nullable(z.string()),
  categories: z.array(z.strictObject({ ...tagged, subtopics: z.array(z.strictObject(tagged)) })),
})

const scoredSession = z.strictObject({
  id,
  title: z.string(),
  start_time: instant,
  coach: z.string(),
  rubric_version: z.int(),
  ...counts,
  conversations: z.array(scoredConversation),
  /** When a report with this as its newest session was last sent. */
  report_at: z.nullable(instant),
})
export type ScoredSession = z.output<typeof scoredSession>

const named = { tag: z.string(), name: z.string() }

/** The names of the tags of one rubric version. */
const rubricNames = z.strictObject({
  version: z.int(),
  conversations: z.array(z.strictObject({ name: z.string(), title: z.string() })),
  categories: z.array(z.strictObject({ ...named, subtopics: z.array(z.strictObject(named)) })),
})
export type RubricNames = z.output<typeof rubricNames>

export const progress = z.strictObject({
  client: z.strictObject({ id, name: z.string(), email: z.string(), isDeleted: z.boolean() }),
  /** The newest first, at most 24 of those that the viewer may assess. */
  sessions: z.array(scoredSession),
  /** Whether there are older sessions. */
  hasMore: z.boolean(),
  /** Every rubric version that scored one of these sessions, the newest first. */
  rubrics: z.array(rubricNames),
})
export type Progress = z.output<typeof progress>

const notTheirs = ['person_not_found', 'not_assessor'] as const

export const getProgress = route({
  method: 'GET',
  // Every read is audited.
  effect: 'acts',
  path: '/assessment/progress/:userId',
  summary:
    "A client's 24 newest scored sessions: a coach gets their own, people above get all in scope. Each needs the right to assess.",
  access: { level: 'Coach' },
  params: ofClient,
  answer: progress,
  errors: notTheirs,
})

export const progressReport = route({
  method: 'GET',
  // Every read is audited.
  effect: 'acts',
  path: '/assessment/progress/:userId/report',
  summary: "A client's progress report, as a PDF for the client.",
  access: { level: 'Coach' },
  params: ofClient,
  answer: 'file',
  errors: [...notTheirs, 'nothing_scored'],
  limit: 'upload',
})

export const sendReport = route({
  method: 'POST',
  effect: 'acts',
  path: '/assessment/progress/:userId/report',
  summary: 'Mails the current progress report to the client.',
  access: { level: 'Coach' },
  params: ofClient,
  answer: z.strictObject({ at: instant }),
  errors: [...notTheirs, 'nothing_scored', 'report_to_deleted'],
  limit: 'mail',
  idempotent: true,
})

const figure = z.nullable(z.strictObject({ people: z.int(), ...counts }))

export const aggregates = z.strictObject({
  /** Whole weeks, without the current one. */
  from: instant,
  until: instant,
  conversations: z.array(z.strictObject({ name: z.string(), title: z.string() })),
  /** In the current rubric's order, with one figure per conversation; null if it would cover fewer than five people. */
  categories: z.array(z.strictObject({ ...named, figures: z.array(figure) })),
})
export type Aggregates = z.output<typeof aggregates>

export const getAggregates = route({
  method: 'GET',
  effect: 'reads',
  path: '/assessment/aggregates',
  summary:
    'How the clients of one organization are doing. No figure covers fewer than five people, and there are no filters.',
  access: { level: 'OrgAdmin' },
  query: z.strictObject({ organization_id: z.optional(id) }),
  answer: aggregates,
  errors: ['organization_missing', 'organization_not_found'],
})

export const ownScores = route({
  method: 'GET',
  effect: 'reads',
  path: '/assessment/scores',
  summary: "A summary of the caller's scored sessions of the last 28 days.",
  access: { level: 'Coach' },
  answer: z.strictObject({ sessions: z.int(), ...counts }),
  errors: ['not_assessor'],
})
