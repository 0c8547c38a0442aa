import { sql } from 'kysely'
import type * as z from 'zod/mini'
import {
  reportCall as entry,
  type IssueKind,
  type listReports as listEntry,
  type ReportDetails,
} from '@parley/contract/calls/call-reports.ts'
import type { CallPresence } from '@parley/contract/calls/call-record.ts'
import { offsetMax } from '@parley/contract/wire/lists.ts'
import type { Answered } from '@parley/contract/wire/route.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Guest, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { once, type Once } from '#platform/http/idempotency.ts'
import { isHeld } from '#platform/audit/legal-holds.ts'
import { askedWindow, counted, countMax, pageAnswer, searchPattern } from '#platform/lists/lists.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { problem } from '#platform/http/problem.ts'
import { sweepRows } from '#platform/database/sweep.ts'
import { factsOf, findSession } from '#features/sessions/sessions.ts'
import { presenceOf } from '#features/calls/record/presence-read.ts'

type Body = z.output<typeof entry.body>

/** Stores the report of one of a call's people together with the call's own record, and mails the installation's support. */
export async function reportCall(
  ctx: Context<Person | Guest>,
  sessionId: string,
  body: Body,
): Promise<Once<{ id: string }>> {
  const { now, principal: me } = ctx
  const { config } = ctx.platform
  const byId = me.kind === 'guest' ? me.personId : me.id
  return once(
    ctx,
    entry,
    { sessionId, body },
    {
      authorize: async (tx) => void (await callOfMine(tx, ctx, sessionId)),
      work: async (tx) => {
        const session = await callOfMine(tx, ctx, sessionId)
        const people = await presenceOf(tx, session, now)
        const { id } = await tx
          .insertInto('call_reports')
          .values({
            session_id: sessionId,
            by_id: byId,
            at: new Date(now),
            kinds: body.kinds,
            text: body.text,
            statistics: JSON.stringify(body.statistics),
            timeline: JSON.stringify(people),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await audit(tx, actorOf(ctx), now, {
          action: 'calls.report',
          subjectKind: 'session',
          subjectId: sessionId,
          organizationId: session.organization_id,
        })
        if (config.supportEmail !== '')
          await queueMail(
            tx,
            config,
            {
              kind: 'call-report',
              personId: byId,
              organizationId: session.organization_id,
              to: config.supportEmail,
              detail: { reportId: id },
            },
            now,
          )
        return { id }
      },
    },
  )
}

/** The session of the call, if the caller is one of its people. The API's guest check has seen that a guest was let in. */
async function callOfMine(db: Db, { principal: me, now }: Context<Person | Guest>, sessionId: string) {
  if (me.kind === 'guest') {
    if (me.sessionId !== sessionId) throw problem('session_not_found')
    const { coach_id, organization_id } = await db
      .selectFrom('sessions')
      .select(['coach_id', 'organization_id'])
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    return { id: sessionId, ...me.session, coach_id, organization_id, participantIds: [me.personId] }
  }
  const row = await findSession(db, me, sessionId)
  if (!row) throw problem('session_not_found')
  const session = factsOf(row, now)
  if (session.coach_id !== me.id && !session.participantIds.includes(me.id)) throw problem('not_of_call')
  return { id: sessionId, ...session }
}

type Query = z.output<typeof listEntry.query>

/** A page of the reports, newest first unless reversed. A search matches the people who reported. */
export async function listReports(
  { db }: Context<Person>,
  { page = 1, limit, order, filters, search }: Query,
): Promise<Answered<typeof listEntry>> {
  const pattern = searchPattern(search)
  const window = askedWindow({ page, limit }, pattern !== undefined)
  const max = pattern === undefined ? offsetMax : countMax
  const kinds = filters?.kinds
  const turn = order?.[1] === 'ASC' ? 'asc' : 'desc'
  const matching = db
    .selectFrom('call_reports as r')
    .innerJoin('people as p', 'p.id', 'r.by_id')
    .$if(kinds !== undefined, (query) => query.where(sql<boolean>`r.kinds && ${kinds ?? []}::text[]`))
    .$if(pattern !== undefined, (query) => query.where(sql<boolean>`p.search like fold(${pattern})`))
  const rows = await matching
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .innerJoin('organizations as o', 'o.id', 's.organization_id')
    .select(['r.id', 'r.at', 'r.by_id', 'r.session_id', 'r.kinds', 'r.text'])
    .select(['p.first_name', 'p.last_name', 's.title', 's.start_time', 'o.display_name'])
    .orderBy('r.at', turn)
    .orderBy('r.id', turn)
    .limit(window.limit)
    .offset(window.offset)
    .execute()
  const found = await db
    .selectFrom(
      matching
        .select('r.id')
        .limit(max + 1)
        .as('f'),
    )
    .select(sql<string>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  const entries = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: { id: row.by_id, name: nameOf(row) },
    session: { id: row.session_id, title: row.title, start_time: row.start_time.toISOString() },
    organization: row.display_name,
    // Only `reportCall` writes these.
    kinds: row.kinds as IssueKind[],
    text: row.text,
  }))
  return pageAnswer(entries, counted(Number(found.n), max), { limit })
}

const nameOf = (person: { first_name: string; last_name: string }): string =>
  `${person.first_name} ${person.last_name}`.trim()

/** The statistics and the timeline of a report, with the names that people have now. */
export async function readReport({ db }: Context<Person>, reportId: string): Promise<ReportDetails> {
  const row = await db
    .selectFrom('call_reports')
    .select(['statistics', 'timeline'])
    .where('id', '=', reportId)
    .executeTakeFirst()
  if (!row) throw problem('not_found')
  // Only `reportCall` writes both: the statistics as its schema let them in, the timeline from `presenceOf`.
  const people = row.timeline as unknown as CallPresence['people']
  const names = await db
    .selectFrom('people')
    .select(['id', 'first_name', 'last_name'])
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute()
  return {
    statistics: row.statistics as unknown as ReportDetails['statistics'],
    timeline: people.map(({ id, inRoom }) => {
      const person = names.find((one) => one.id === id)
      return { name: person ? nameOf(person) : '', inRoom }
    }),
  }
}

/** Keeps reports as long as the delivery log, which records that support was told about them. */
export const sweepReports = (db: Db, now: number, keptMs: number): Promise<number> =>
  sweepRows(
    db,
    'call_reports',
    sql`at < ${new Date(now - keptMs)} and not ${isHeld(sql`call_reports.by_id`, now)}
    and not ${isHeld(sql`(select user_id from sessions where id = call_reports.session_id)`, now)}`,
  )
