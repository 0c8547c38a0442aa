import { sql, type Expression, type SqlBool } from 'kysely'
import type { z } from 'zod/mini'
import type { auditFile } from '@parley/contract/operations.ts'
import { offsetMax } from '@parley/contract/wire/lists.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { searchPattern } from '#platform/lists/lists.ts'

/** Up to this many people of a name are looked up by the indexes on actor and subject. */
const namesakesMax = 200
/** If more people have the name, only this many of the newest entries are searched: most pages of them contain it. */
const walkedMax = 50_000

/** The conditions of the viewer's query, within what they may see: an OrgAdmin sees only their own organization. */
export async function matching(
  { principal, db }: Context<Person>,
  { filters = {}, search }: z.output<typeof auditFile.query>,
): Promise<Expression<SqlBool>[]> {
  const scope = isAtLeast(principal.privs, 'Admin')
    ? sql<boolean>`true`
    : sql<boolean>`a.organization_id = ${principal.organizationId}`
  const conditions = [
    scope,
    ...(filters.action ? [sql<boolean>`a.action = any(${filters.action}::text[])`] : []),
    ...(filters.by ? [sql<boolean>`a.by_id = any(${filters.by}::uuid[])`] : []),
    ...(filters.subject ? [sql<boolean>`a.subject_id = any(${filters.subject}::uuid[])`] : []),
    ...(filters.about ? [sql<boolean>`a.about_id = any(${filters.about}::uuid[])`] : []),
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
