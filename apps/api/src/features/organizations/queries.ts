import { sql, type Expression, type SqlBool } from 'kysely'
import type { z } from 'zod/mini'
import type { listOrganizations as listEntry } from '@parley/contract/organizations.ts'
import type { Window } from '@parley/contract/wire/lists.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { Viewer } from '@parley/contract/rules/people/people.ts'
import type { Db } from '#platform/database/database.ts'
import { counted, countMax, exactly, type Count, isFound, searchPattern } from '#platform/lists/lists.ts'
import { formerTerms } from './terms.ts'

/** Admin and above see every organization, others only their own. */
const visibleTo = (viewer: Viewer): Expression<SqlBool> =>
  isAtLeast(viewer.privs, 'Admin') ? sql<boolean>`true` : sql<boolean>`o.id = ${viewer.organizationId}`

/** The numbers of people who are not deleted, from the stored counts: all, clients, and those who may sign in. */
const kept = sql<{ users: string; clients: string; coaches: string }>`(
  select coalesce(sum(n), 0) as users,
    coalesce(sum(n) filter (where privs = 0), 0) as clients,
    coalesce(sum(n) filter (where privs >= 1), 0) as coaches
  from (
    select n, privs from people_counts where organization_id = o.id and not is_deleted
    union all
    select n, privs from people_count_deltas where organization_id = o.id and not is_deleted
  ) n)`

const organizations = (db: Db) =>
  db
    .selectFrom('organizations as o')
    .innerJoinLateral(kept.as('k'), (join) => join.onTrue())
    .selectAll('o')
    .select(['k.users', 'k.clients', 'k.coaches', formerTerms.as('former')])

export const findOrganization = (db: Db, viewer: Viewer, organizationId: string) =>
  organizations(db).where('o.id', '=', organizationId).where(visibleTo(viewer)).executeTakeFirst()

export type OrganizationRow = NonNullable<Awaited<ReturnType<typeof findOrganization>>>

const columns = {
  displayName: 'display_name',
  name: 'name',
  rate: 'rate_cents',
  createdAt: 'created_at',
} as const

const matching = (viewer: Viewer, search: string | undefined): Expression<SqlBool> => {
  const pattern = searchPattern(search)
  const found = pattern
    ? sql<boolean>`' ' || fold(o.display_name || ' ' || o.name) like fold(${pattern})`
    : sql<boolean>`true`
  return sql<boolean>`${visibleTo(viewer)} and ${found}`
}

export function listOrganizations(
  db: Db,
  viewer: Viewer,
  asked: z.output<typeof listEntry.query>,
  window: Window,
) {
  const [column, direction] = asked.order ?? ['displayName', 'ASC']
  const turn = direction === 'ASC' ? 'asc' : 'desc'
  const page = db
    .selectFrom('organizations as o')
    .select('o.id')
    .where(matching(viewer, asked.search))
    .orderBy(`o.${columns[column]}`, turn)
    .orderBy('o.id', turn)
    .limit(window.limit)
    .offset(window.offset)
  return organizations(db)
    .innerJoin(page.as('g'), 'g.id', 'o.id')
    .orderBy(`o.${columns[column]}`, turn)
    .orderBy('o.id', turn)
    .execute()
}

/**
 * There are a few thousand organizations at most, so they are simply counted. Search results are counted up to 1,000, as
 * everywhere.
 */
export async function countOrganizations(db: Db, viewer: Viewer, search: string | undefined): Promise<Count> {
  const rows = db.selectFrom('organizations as o').select('o.id').where(matching(viewer, search))
  const { n } = await db
    .selectFrom((isFound(search) ? rows.limit(countMax + 1) : rows).as('r'))
    .select(sql<string>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return isFound(search) ? counted(Number(n)) : exactly(Number(n))
}
