import { sql, type Expression, type SqlBool } from 'kysely'
import type { z } from 'zod/mini'
import type { AuditEntry, listAudit as listEntry } from '@parley/contract/operations.ts'
import { offsetMax } from '@parley/contract/lists.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import type { Context, Person } from '#platform/context.ts'
import { askedWindow, counted, countMax, pageAnswer } from '#platform/lists.ts'
import { isFound, searchPattern } from '#platform/search.ts'

type Query = z.output<typeof listEntry.query>

/** Namesakes beyond this many are not searched for: a name that common narrows nothing. */
const namesakesMax = 200

/** Who did what, newest first. The log holds ids; names are read from those who are there to be read. */
export async function listAudit(ctx: Context<Person>, query: Query) {
  const conditions = matching(ctx, query)
  const entries = conditions.reduce(
    (list, condition) => list.where(condition),
    ctx.db.selectFrom('audit_log as a'),
  )
  const turn = query.order?.[1] === 'ASC' ? 'asc' : 'desc'
  const isSearched = isFound(query.search)
  const window = askedWindow({ ...query, page: query.page ?? 1 }, isSearched)
  const max = isSearched ? countMax : offsetMax
  const [rows, { n }] = await Promise.all([
    entries
      .leftJoin('people as b', 'b.id', 'a.by_id')
      .leftJoin('people as s', (join) =>
        join.onRef('s.id', '=', 'a.subject_id').on('a.subject_kind', '=', 'person'),
      )
      .leftJoin('organizations as so', (join) =>
        join.onRef('so.id', '=', 'a.subject_id').on('a.subject_kind', '=', 'organization'),
      )
      .leftJoin('organizations as o', 'o.id', 'a.organization_id')
      .select([
        'a.id',
        'a.at',
        'a.by_id',
        'a.address',
        'a.action',
        'a.subject_kind',
        'a.subject_id',
        'a.detail',
      ])
      .select(['b.first_name as by_first', 'b.last_name as by_last', 'b.privs as by_privs'])
      .select([
        's.first_name as subject_first',
        's.last_name as subject_last',
        'so.display_name as subject_name',
      ])
      .select('o.display_name as organization')
      .orderBy('a.at', turn)
      .orderBy('a.id', turn)
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    ctx.db
      .selectFrom(
        entries
          .select(sql<number>`1`.as('one'))
          .limit(max + 1)
          .as('r'),
      )
      .select(sql<string>`count(*)`.as('n'))
      .executeTakeFirstOrThrow(),
  ])
  return pageAnswer(rows.map(present), counted(Number(n), max), query)

  function present(row: (typeof rows)[number]): AuditEntry {
    const name = (first: string | null, last: string | null) => `${first ?? ''} ${last ?? ''}`.trim()
    return {
      id: row.id,
      at: row.at.toISOString(),
      by: row.by_id ? { id: row.by_id, name: name(row.by_first, row.by_last), privs: row.by_privs } : null,
      address: row.address,
      action: row.action,
      subject: {
        kind: row.subject_kind,
        id: row.subject_id,
        name: row.subject_kind === 'person' ? name(row.subject_first, row.subject_last) : row.subject_name,
      },
      organization: row.organization,
      // Written by our own `audit` alone, always as an object.
      detail: row.detail as AuditEntry['detail'],
    }
  }
}

function matching({ principal }: Context<Person>, { filters = {}, search }: Query): Expression<SqlBool>[] {
  const pattern = searchPattern(search)
  const scope = isAtLeast(principal.privs, 'Admin')
    ? sql<boolean>`true`
    : sql<boolean>`a.organization_id = ${principal.organizationId}`
  const named = sql`(select id from people where search like fold(${pattern}) limit ${namesakesMax})`
  return [
    scope,
    ...(filters.action ? [sql<boolean>`a.action = any(${filters.action}::text[])`] : []),
    ...(filters.by ? [sql<boolean>`a.by_id = any(${filters.by}::uuid[])`] : []),
    ...(filters.subject ? [sql<boolean>`a.subject_id = any(${filters.subject}::uuid[])`] : []),
    ...(filters.from ? [sql<boolean>`a.at >= ${filters.from}::timestamptz`] : []),
    ...(filters.until ? [sql<boolean>`a.at < ${filters.until}::timestamptz`] : []),
    ...(pattern ? [sql<boolean>`(a.by_id in ${named} or a.subject_id in ${named})`] : []),
  ]
}
