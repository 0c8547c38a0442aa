import * as z from 'zod/mini'
import { route } from './route.ts'
import { id, instant } from './shapes.ts'
import { rubric } from './written.ts'

export const ofClient = z.strictObject({ sessionId: id, userId: id })

/** Who may not: see `assessedSession` of the API. */
export const notTheirs = [
  'session_not_found',
  'no_assessment',
  'not_client_of_session',
  'not_assessor',
] as const

/** By category, subtopic and criterion; what is unset is not there. */
const categoryAnswers = z.record(z.string(), z.record(z.string(), z.boolean()))
const conversationAnswers = z.catchall(
  z.object({ overall: z.optional(z.string()), notes: z.optional(z.string()) }),
  z.union([categoryAnswers, z.string()]),
)

/** Everything that was answered, by conversation. */
export const assessmentJson = z.record(z.string(), conversationAnswers)
export type AssessmentJson = z.output<typeof assessmentJson>

export const assessment = z.strictObject({
  assessment_json: assessmentJson,
  /** The rubric by which this session is scored: that of its first answer, the present one before. */
  rubric_version: z.int(),
  /** The number of the last change. */
  number: z.int(),
  /** Of each text the number of the change that it came with, by '0/notes'. */
  texts: z.record(z.string(), z.int()),
})
export type Assessment = z.output<typeof assessment>

export const getAssessment = route({
  method: 'GET',
  // That it was read is an act of its own.
  effect: 'acts',
  path: '/assessment/wa/:sessionId/:userId/responses',
  summary: "A client's answers in one session, for its coach and those above with the assessor's right.",
  access: { level: 'Coach' },
  params: ofClient,
  answer: assessment,
  errors: notTheirs,
})

export const saveAnswer = route({
  method: 'POST',
  effect: 'acts',
  path: '/assessment/:sessionId/:userId',
  summary: 'Saves one answer by its tags. Sent again under the same client_id it is there once.',
  access: { level: 'Coach' },
  params: ofClient,
  body: z.strictObject({
    // Read by a rule of its own, which knows the rubric: whatever it does not take is one refusal.
    tags: z.optional(z.unknown()),
    value: z.optional(z.unknown()),
    data: z.optional(z.unknown()),
    client_id: z.optional(id),
    /** Whose answer it is: what waited on a device is never taken as that of somebody else who has signed in since. */
    by: z.optional(id),
    /** Of a text: the number of the change that its author had before their eyes. */
    base: z.optional(z.int().check(z.nonnegative())),
  }),
  answer: z.strictObject({
    number: z.int(),
    at: instant,
    /** Of a text: as it stands now. */
    data: z.optional(z.string()),
  }),
  errors: [...notTheirs, 'malformed_tags', 'not_author', 'client_erased'],
})

export const getRubric = route({
  method: 'GET',
  effect: 'reads',
  path: '/assessment/rubrics/:version',
  summary: 'A rubric by its version: a session is scored to its end by that of its first answer.',
  access: { level: 'Coach' },
  params: z.strictObject({
    version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'A version')), z.transform(Number)),
  }),
  answer: rubric,
  errors: ['rubric_not_found'],
  isKept: true,
})

const change = z.strictObject({
  number: z.int(),
  at: instant,
  by: z.string(),
  conversation: z.int(),
  path: z.string(),
  value: z.nullable(z.boolean()),
  data: z.nullable(z.string()),
})
export type AssessmentChange = z.output<typeof change>

/** So many changes in one answer. */
export const historyPageMax = 50

export const assessmentHistory = route({
  method: 'GET',
  effect: 'acts',
  path: '/assessment/:sessionId/:userId/history',
  summary: 'Who set what when, the newest first.',
  access: { level: 'Coach' },
  params: ofClient,
  query: z.strictObject({
    before: z.optional(
      z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'A number of a change')), z.transform(Number)),
    ),
  }),
  answer: z.strictObject({ changes: z.array(change), hasMore: z.boolean() }),
  errors: notTheirs,
})
