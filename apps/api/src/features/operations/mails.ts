import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { offsetMax } from '@parley/contract/wire/lists.ts'
import { mailEntry, type listMails as route } from '@parley/contract/operations.ts'
import type { Answered } from '@parley/contract/wire/route.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { JsonValue } from '#platform/database/database-types.ts'
import { askedWindow, counted, countMax, pageAnswer, searchPattern } from '#platform/lists/lists.ts'
import { maskSecrets } from '#platform/process/log.ts'

type Query = z.output<typeof route.query>

/** A page of the delivery log, newest first unless reversed. A search matches the people whom mails went to. */
export async function listMails(
  { db }: Context<Person>,
  { page = 1, limit, order, filters, search }: Query,
): Promise<Answered<typeof route>> {
  const pattern = searchPattern(search)
  const window = askedWindow({ page, limit }, pattern !== undefined)
  // Counted only as far as the pages go: the log of a large installation has tens of millions of entries.
  const max = pattern === undefined ? offsetMax : countMax
  const states = filters?.state
  const turn = order?.[1] === 'ASC' ? 'asc' : 'desc'
  const matching = db
    .selectFrom('mails as m')
    .leftJoin('people as p', 'p.id', 'm.person_id')
    .$if(states !== undefined, (query) => query.where('m.state', 'in', states ?? []))
    .$if(pattern !== undefined, (query) => query.where(sql<boolean>`p.search like fold(${pattern})`))

  const rows = await matching
    .leftJoin('sessions as s', 's.id', 'm.session_id')
    .selectAll('m')
    .select(['s.title', 'p.first_name', 'p.last_name', 'p.privs'])
    .orderBy('m.created_at', turn)
    .orderBy('m.id', turn)
    .limit(window.limit)
    .offset(window.offset)
    .execute()
  const found = await db
    .selectFrom(
      matching
        .select('m.id')
        .limit(max + 1)
        .as('f'),
    )
    .select(sql<string>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  const count = counted(Number(found.n), max)
  const entries = rows.map((row) =>
    mailEntry.parse({
      id: row.id,
      kind: row.kind,
      to: row.person_id && {
        id: row.person_id,
        name: `${row.first_name} ${row.last_name}`.trim(),
        privs: row.privs,
      },
      address: row.to_address,
      session: row.session_id === null ? null : { id: row.session_id, title: row.title ?? '' },
      state: row.state,
      attempts: row.attempts,
      lastError: row.last_error === null ? null : maskSecrets(row.last_error),
      log: withoutSecrets(row.log),
      messageId: row.message_id,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
    }),
  )
  return pageAnswer(entries, count, { limit })
}

/** A mail server that refuses a mail may quote from it, including links. Only `deliverMail` writes these. */
const withoutSecrets = (log: JsonValue): JsonValue =>
  (log as { answer?: string }[]).map(({ answer, ...event }) => ({
    ...event,
    ...(answer !== undefined && { answer: maskSecrets(answer) }),
  }))
