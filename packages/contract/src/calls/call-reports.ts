import * as z from 'zod/mini'
import { stretch } from './call-record.ts'
import { listQuery, pageOf } from '#wire/lists.ts'
import { guestRefusals, route } from '#wire/route.ts'
import { id, instant, instantInput, line, lines } from '#wire/shapes.ts'

/** The kinds of trouble in a call, as users describe them. */
export const issueKinds = ['sound', 'picture', 'connection', 'screen-share', 'devices', 'other'] as const
const issueKind = z.enum(issueKinds)
export type IssueKind = z.output<typeof issueKind>

export const issueWords: Record<IssueKind, string> = {
  sound: 'Sound',
  picture: 'Picture',
  connection: 'The connection broke off',
  'screen-share': 'Screen sharing',
  devices: 'Camera or microphone',
  other: 'Something else',
}

export const issuesText = (kinds: readonly IssueKind[]): string =>
  kinds.map((kind) => issueWords[kind]).join(', ')

/** Only this many of the latest samples and changes are kept. */
export const samplesMax = 240

/** The browser's own record of its call: connection quality over time, and what changed when. */
const statistics = z.strictObject({
  agent: line(400),
  samples: z
    .array(
      z.strictObject({
        at: instantInput,
        quality: z.enum(['good', 'weak', 'lost']),
        /** People in the call, including the reporter. */
        people: z.number().check(z.int(), z.gte(0), z.lte(100)),
      }),
    )
    .check(z.maxLength(samplesMax)),
  changes: z.array(z.strictObject({ at: instantInput, what: line(60) })).check(z.maxLength(samplesMax)),
})
export type CallStatistics = z.output<typeof statistics>

export const reportTextMax = 2000

export const reportCall = route({
  method: 'POST',
  effect: 'acts',
  path: '/calls/:id/report',
  summary: "Reports technical issues in a call, with what the reporter's browser recorded about it.",
  access: { level: 'Coach', guest: 'admitted' },
  params: z.strictObject({ id }),
  body: z.strictObject({
    kinds: z.array(issueKind).check(
      z.minLength(1, 'Choose what went wrong'),
      z.maxLength(issueKinds.length),
      z.refine((kinds) => new Set(kinds).size === kinds.length, 'Each once.'),
    ),
    text: lines(reportTextMax),
    statistics,
  }),
  answer: z.strictObject({ id }),
  errors: [...guestRefusals, 'session_not_found', 'not_of_call'],
  limit: 'mail',
  idempotent: true,
})

const reportEntry = z.strictObject({
  id,
  at: instant,
  by: z.strictObject({ id, name: z.string() }),
  session: z.strictObject({ id, title: z.string(), start_time: instant }),
  organization: z.string(),
  kinds: z.array(issueKind),
  text: z.string(),
})
export type ReportEntry = z.output<typeof reportEntry>

export const listReports = route({
  method: 'GET',
  effect: 'reads',
  path: '/calls/reports',
  summary: 'Reports of technical issues in calls, newest first.',
  access: { level: 'Admin' },
  query: listQuery(['at'], z.strictObject({ kinds: z.optional(z.array(issueKind).check(z.maxLength(6))) })),
  answer: pageOf(reportEntry),
  errors: ['page_too_far'],
})

const reportDetails = z.strictObject({
  statistics,
  /** When each person was in the call, as known at the time of the report. */
  timeline: z.array(z.strictObject({ name: z.string(), inRoom: z.array(stretch) })),
})
export type ReportDetails = z.output<typeof reportDetails>

export const readReport = route({
  method: 'GET',
  effect: 'reads',
  path: '/calls/reports/:id',
  summary:
    'The details of a report besides its text: who was in the call when, and what the browser recorded.',
  access: { level: 'Admin' },
  params: z.strictObject({ id }),
  answer: reportDetails,
  errors: ['not_found'],
})
