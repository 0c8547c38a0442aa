import { sql, type Expression, type SqlBool } from 'kysely'
import type { z } from 'zod/mini'
import type { AuditEntry, listAudit as listEntry } from '@parley/contract/operations.ts'
import { offsetMax } from '@parley/contract/lists.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import type { Context, Person } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { askedWindow, counted, countMax, pageAnswer } from '#platform/lists.ts'
import { isFound, searchPattern } from '#platform/search.ts'

type Query = z.output<typeof listEntry.query>

/** So many namesakes are looked up by the indexes of who did it and whom it was done to. */
const namesakesMax = 200
/** A name that more people have is looked for among the newest entries, up to this many: it stands in most pages of them. */
const walkedMax = 50_000

/** Who did what, newest first. The log holds ids; names are read from those who are there to be read. */
export async function listAudit(ctx: Context<Person>, query: Query) {
  const conditions = await matching(ctx, query)
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
        'a.by_link',
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
      byLink: row.by_link,
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

async function matching(
  { principal, db }: Context<Person>,
  { filters = {}, search }: Query,
): Promise<Expression<SqlBool>[]> {
  const scope = isAtLeast(principal.privs, 'Admin')
    ? sql<boolean>`true`
    : sql<boolean>`a.organization_id = ${principal.organizationId}`
  const conditions = [
    scope,
    ...(filters.action ? [sql<boolean>`a.action = any(${filters.action}::text[])`] : []),
    ...(filters.by ? [sql<boolean>`a.by_id = any(${filters.by}::uuid[])`] : []),
    ...(filters.subject ? [sql<boolean>`a.subject_id = any(${filters.subject}::uuid[])`] : []),
    ...(filters.from ? [sql<boolean>`a.at >= ${filters.from}::timestamptz`] : []),
    ...(filters.until ? [sql<boolean>`a.at < ${filters.until}::timestamptz`] : []),
  ]
  const pattern = searchPattern(search)
  return pattern ? [...conditions, await ofNamed(db, pattern, conditions)] : conditions
}

/** Entries by or about somebody of this name. */
async function ofNamed(db: Db, pattern: string, conditions: Expression<SqlBool>[]) {
  const named = await db
    .selectFrom('people')
    .select('id')
    .where(sql<boolean>`search like fold(${pattern})`)
    .limit(namesakesMax + 1)
    .execute()
  if (named.length <= namesakesMax) {
    const ids = named.map((person) => person.id)
    return sql<boolean>`(a.by_id = any(${ids}::uuid[]) or a.subject_id = any(${ids}::uuid[]))`
  }
  const has = (id: string) =>
    sql`exists (select from people p where p.id = ${sql.ref(id)} and p.search like fold(${pattern}))`
  return sql<boolean>`(a.at, a.id) in (
    select a.at, a.id from (
      select a.at, a.id, a.by_id, a.subject_id from audit_log a where ${sql.join(conditions, sql` and `)}
      order by a.at desc, a.id desc limit ${walkedMax}) a
    where ${has('a.by_id')} or ${has('a.subject_id')} order by a.at desc, a.id desc limit ${offsetMax + 1})`
}
