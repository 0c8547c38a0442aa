import { sql, type Expression, type SqlBool } from 'kysely'
import type { z } from 'zod/mini'
import type { auditFile } from '@parley/contract/operations.ts'
import { offsetMax } from '@parley/contract/lists.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import type { Context, Person } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { searchPattern } from '#platform/search.ts'

/** So many namesakes are looked up by the indexes of who did it and whom it was done to. */
const namesakesMax = 200
/** A name that more people have is looked for among the newest entries, up to this many: it stands in most pages of them. */
const walkedMax = 50_000

/** What the viewer asks for, within what they may see: OrgAdmin the own organization alone. */
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
