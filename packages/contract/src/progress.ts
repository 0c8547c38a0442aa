import * as z from 'zod/mini'
import { route } from './route.ts'
import { id, instant } from './shapes.ts'

/** So many sessions of a client, the newest; older ones are read one by one. */
export const progressSessionsMax = 24

const ofClient = z.strictObject({ userId: id })

const counts = { shown: z.int(), answered: z.int() }
const tagged = { tag: z.string(), ...counts }

/** What was answered of one conversation; what nobody answered is not there. */
const scoredConversation = z.strictObject({
  conversation: z.int(),
  ...counts,
  /** The judgement in the coach's words. The notes are the coach's own and stand nowhere here. */
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
  /** When the report was last sent whose newest session this is. */
  report_at: z.nullable(instant),
})
export type ScoredSession = z.output<typeof scoredSession>

const named = { tag: z.string(), name: z.string() }

/** What the tags of one version are called. */
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
  /** Whether there are older ones. */
  hasMore: z.boolean(),
  /** Of every version by which one of these was scored, the newest first. */
  rubrics: z.array(rubricNames),
})
export type Progress = z.output<typeof progress>

const notTheirs = ['person_not_found', 'not_assessor'] as const

export const getProgress = route({
  method: 'GET',
  // That it was read is an act of its own.
  effect: 'acts',
  path: '/assessment/progress/:userId',
  summary:
    "A client's scored sessions, the newest 24: for a coach the own ones, for those above all in scope, each with the assessor's right.",
  access: { level: 'Coach' },
  params: ofClient,
  answer: progress,
  errors: notTheirs,
})

export const progressReport = route({
  method: 'GET',
  // That it was read is an act of its own.
  effect: 'acts',
  path: '/assessment/progress/:userId/report',
  summary: 'The same as a page for the client, a PDF.',
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
  summary: 'Sends that page to the client by mail, as it stands now.',
  access: { level: 'Coach' },
  params: ofClient,
  answer: z.strictObject({ at: instant }),
  errors: [...notTheirs, 'nothing_scored', 'report_to_deleted'],
  limit: 'mail',
  idempotent: true,
})

const figure = z.nullable(z.strictObject({ people: z.int(), ...counts }))

export const aggregates = z.strictObject({
  /** Whole weeks, the present one not among them. */
  from: instant,
  until: instant,
  conversations: z.array(z.strictObject({ name: z.string(), title: z.string() })),
  /** In the order of the present rubric; of each conversation one figure, null where fewer than five people are behind it. */
  categories: z.array(z.strictObject({ ...named, figures: z.array(figure) })),
})
export type Aggregates = z.output<typeof aggregates>

export const getAggregates = route({
  method: 'GET',
  effect: 'reads',
  path: '/assessment/aggregates',
  summary:
    'How the clients of one organization are doing: no figure with fewer than five people behind it, and nothing to narrow it by.',
  access: { level: 'OrgAdmin' },
  query: z.strictObject({ organization_id: z.optional(id) }),
  answer: aggregates,
  errors: ['organization_missing', 'organization_not_found'],
})

export const ownScores = route({
  method: 'GET',
  effect: 'reads',
  path: '/assessment/scores',
  summary: 'What the own scored sessions of the last 28 days come to.',
  access: { level: 'Coach' },
  answer: z.strictObject({ sessions: z.int(), ...counts }),
  errors: ['not_assessor'],
})
