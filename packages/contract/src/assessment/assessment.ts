import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { id, instant } from '#wire/shapes.ts'
import { rubric } from '#content/written.ts'

export const ofClient = z.strictObject({ sessionId: id, userId: id })

/** Refusals for callers who may not assess this client: see `assessedSession` in the API. */
export const notTheirs = [
  'session_not_found',
  'no_assessment',
  'not_client_of_session',
  'not_assessor',
] as const

/** By category, subtopic and criterion. Unanswered criteria are absent. */
const categoryAnswers = z.record(z.string(), z.record(z.string(), z.boolean()))
const conversationAnswers = z.catchall(
  z.object({ overall: z.optional(z.string()), notes: z.optional(z.string()) }),
  z.union([categoryAnswers, z.string()]),
)

/** All answers, by conversation. */
export const assessmentJson = z.record(z.string(), conversationAnswers)
export type AssessmentJson = z.output<typeof assessmentJson>

export const assessment = z.strictObject({
  assessment_json: assessmentJson,
  /** The rubric that scores this session: the one of its first answer, or the current one if there is none yet. */
  rubric_version: z.int(),
  /** The number of the last change. */
  number: z.int(),
  /** For each text ('0/notes'), the number of the change that last set it. */
  texts: z.record(z.string(), z.int()),
})
export type Assessment = z.output<typeof assessment>

export const getAssessment = route({
  method: 'GET',
  // Every read is audited.
  effect: 'acts',
  path: '/assessment/wa/:sessionId/:userId/responses',
  summary:
    "A client's answers in one session. For the session's coach and for people above, each with the right to assess.",
  access: { level: 'Coach' },
  params: ofClient,
  answer: assessment,
  errors: notTheirs,
})

export const saveAnswer = route({
  method: 'POST',
  effect: 'acts',
  path: '/assessment/:sessionId/:userId',
  summary: 'Saves one answer by its tags. Sending it again with the same client_id stores it only once.',
  access: { level: 'Coach' },
  params: ofClient,
  body: z.strictObject({
    // `readAnswer`, which knows the rubric, validates these three. Anything it rejects is answered alike.
    tags: z.optional(z.unknown()),
    value: z.optional(z.unknown()),
    data: z.optional(z.unknown()),
    client_id: z.optional(id),
    /** The author. An answer that was queued on a device must not be saved for somebody who signed in there later. */
    by: z.optional(id),
    /** For a text: the number of the change that its author saw. */
    base: z.optional(z.int().check(z.nonnegative())),
  }),
  answer: z.strictObject({
    number: z.int(),
    at: instant,
    /** For a text: its current content. */
    data: z.optional(z.string()),
  }),
  errors: [...notTheirs, 'malformed_tags', 'not_author', 'client_erased'],
})

export const getRubric = route({
  method: 'GET',
  effect: 'reads',
  path: '/assessment/rubrics/:version',
  summary: 'One version of the rubric. A session keeps the version of its first answer to the end.',
  access: { level: 'Coach' },
  params: z.strictObject({
    version: z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/, 'Write the number of a version.')),
      z.transform(Number),
    ),
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

/** The most changes in one answer. */
export const historyPageMax = 50

export const assessmentHistory = route({
  method: 'GET',
  effect: 'acts',
  path: '/assessment/:sessionId/:userId/history',
  summary: 'Every change of an answer: who set what and when, newest first.',
  access: { level: 'Coach' },
  params: ofClient,
  query: z.strictObject({
    before: z.optional(
      z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Write the number of a change.')), z.transform(Number)),
    ),
  }),
  answer: z.strictObject({ changes: z.array(change), hasMore: z.boolean() }),
  errors: notTheirs,
})
