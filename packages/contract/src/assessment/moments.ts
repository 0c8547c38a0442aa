import * as z from 'zod/mini'
import { notTheirs, ofClient } from './assessment.ts'
import { route } from '#wire/route.ts'
import { momentNoteMax, momentsMax } from '#rules/assessment/moments.ts'
import { done, id, instant, instantInput, withoutNul } from '#wire/shapes.ts'

const moment = z.strictObject({
  id,
  conversation: z.int(),
  /** The criterion: 'clarity/opening/purpose-early'. */
  path: z.string(),
  at: instant,
  note: z.string(),
  /** The author's name and id. */
  by: z.string(),
  by_id: id,
  /** Whether the caller made it. */
  isOwn: z.boolean(),
  version: z.int(),
})
export type Moment = z.output<typeof moment>

export const listMoments = route({
  method: 'GET',
  // Every read is audited.
  effect: 'acts',
  path: '/assessment/:sessionId/:userId/moments',
  summary: 'The moments that assessors marked about a client during a session, in order of time.',
  access: { level: 'Coach' },
  params: ofClient,
  answer: z.array(moment).check(z.maxLength(momentsMax)),
  errors: notTheirs,
})

const ofMoment = z.extend(ofClient, { momentId: id })

export const saveMoment = route({
  method: 'PUT',
  effect: 'acts',
  path: '/assessment/:sessionId/:userId/moments/:momentId',
  summary:
    'Stores or changes a moment under an id that its author chose. Sending it again stores it only once; a removed moment does not come back.',
  access: { level: 'Coach' },
  params: ofMoment,
  body: z.strictObject({
    // [conversation, category, subtopic, criterion], validated against the rubric like those of an answer.
    tags: z.optional(z.unknown()),
    at: instantInput,
    /** The author, as in `saveAnswer`. */
    by: z.optional(id),
    note: z
      .string()
      .check(z.trim(), z.maxLength(momentNoteMax, `Use at most ${momentNoteMax} characters`), withoutNul),
    /** The author's count of their changes to this moment. A version older than the stored one changes nothing. */
    version: z.optional(z.int().check(z.positive(), z.maximum(1_000_000))),
  }),
  answer: moment,
  errors: [
    ...notTheirs,
    'malformed_tags',
    'moment_outside',
    'moment_not_found',
    'moment_removed',
    'not_author',
    'client_erased',
    'too_many_moments',
  ],
})

export const removeMoment = route({
  method: 'DELETE',
  effect: 'acts',
  path: '/assessment/:sessionId/:userId/moments/:momentId',
  summary:
    "Removes one of the caller's moments. An id that isn't there yet is removed too, so that a late request can't add it.",
  access: { level: 'Coach' },
  params: ofMoment,
  answer: done,
  errors: [...notTheirs, 'moment_not_found', 'not_author', 'client_erased'],
})
