import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { listAudit as listEntry } from '@parley/contract/operations.ts'
import { offsetMax } from '@parley/contract/wire/lists.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { askedWindow, counted, countMax, pageAnswer, isFound } from '#platform/lists/lists.ts'
import { matching } from './audit-conditions.ts'
import { presentEntries } from './audit-entries.ts'
import { entriesWhere, readEntries } from './audit-rows.ts'

/** The audit log, newest first unless reversed. */
export async function listAudit(ctx: Context<Person>, query: z.output<typeof listEntry.query>) {
  const conditions = await matching(ctx, query)
  const isSearched = isFound(query.search)
  const window = askedWindow({ ...query, page: query.page ?? 1 }, isSearched)
  const max = isSearched ? countMax : offsetMax
  const [rows, { n }] = await Promise.all([
    readEntries(ctx.db, conditions, { ...window, turn: query.order?.[1] === 'ASC' ? 'asc' : 'desc' }),
    ctx.db
      .selectFrom(
        entriesWhere(ctx.db, conditions)
          .select(sql<number>`1`.as('one'))
          .limit(max + 1)
          .as('r'),
      )
      .select(sql<string>`count(*)`.as('n'))
      .executeTakeFirstOrThrow(),
  ])
  return pageAnswer(await presentEntries(ctx, rows), counted(Number(n), max), query)
}
