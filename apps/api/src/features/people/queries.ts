import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { PeopleFilters, PeopleQuery } from '@parley/contract/people.ts'
import type { Window } from '@parley/contract/wire/lists.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { Viewer } from '@parley/contract/rules/people/people.ts'
import type { Db } from '#platform/database/database.ts'
import { counted, countMax, exactly, type Count, isFound, searchPattern } from '#platform/lists/lists.ts'

/** The kinds of people lists. The levels are literals, so that the planner can use the partial indexes. */
export type Kind = 'everyone' | 'clients' | 'staff'
const ofKind: Record<Kind, Expression<SqlBool>> = {
  everyone: sql<boolean>`true`,
  clients: sql<boolean>`p.privs = 0`,
  staff: sql<boolean>`p.privs >= 1`,
}

/** The people whom a viewer sees (docs/rules.md §3). Every read of a person goes through here. */
function visibleTo(viewer: Viewer): Expression<SqlBool> {
  if (isAtLeast(viewer.privs, 'Admin')) return sql<boolean>`true`
  if (isAtLeast(viewer.privs, 'OrgAdmin')) return sql<boolean>`p.organization_id = ${viewer.organizationId}`
  // The ids are collected once per statement: an `or` over the sessions would be evaluated for every person.
  return sql<boolean>`p.deleted_at is null and p.id = any(array(${knownTo(viewer.id)}))`
}

/** A coach, their own clients, and everybody with whom they share a session. */
const knownTo = (coachId: string) => sql`
  select ${coachId}::uuid
  union select id from people where coach_id = ${coachId}
  union select user_id from sessions where coach_id = ${coachId}
  union select coach_id from sessions where user_id = ${coachId}
  union select q.person_id from sessions s join session_participants q on q.session_id = s.id
    where s.coach_id = ${coachId} and s.user_id = ${coachId}
  union select s.coach_id from session_participants me join sessions s on s.id = me.session_id
    where me.person_id = ${coachId}
  union select q.person_id from session_participants me join session_participants q on q.session_id = me.session_id
    where me.person_id = ${coachId}`

const people = (db: Db) =>
  db
    .selectFrom('people as p')
    .leftJoin('organizations as o', 'o.id', 'p.organization_id')
    .leftJoin('people as c', 'c.id', 'p.coach_id')
    .leftJoin('credentials as k', 'k.person_id', 'p.id')
    .select([
      'p.id',
      'p.username',
      'p.email',
      'p.first_name',
      'p.last_name',
      'p.privs',
      'p.coach_id',
      'p.organization_id',
      'p.time_zone',
      'p.working_hours',
      'p.is_assessor',
      'p.deleted_at',
      'p.former_number',
      'p.anonymized_at',
      'p.created_at',
      'p.updated_at',
      'p.version',
      'o.display_name as organization_name',
      'o.time_zone as organization_zone',
      'c.first_name as coach_first_name',
      'c.last_name as coach_last_name',
      'k.totp_confirmed_at',
    ])

/** A person in the viewer's scope, deleted or not if the viewer may see deleted people. */
export const findPerson = (db: Db, viewer: Viewer, personId: string) =>
  people(db).where('p.id', '=', personId).where(visibleTo(viewer)).executeTakeFirst()

export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>

type PeopleSearch = Pick<PeopleQuery, 'filters' | 'search'>

function matching(viewer: Viewer, kind: Kind, { filters = {}, search }: PeopleSearch): Expression<SqlBool>[] {
  const pattern = searchPattern(search)
  return [
    visibleTo(viewer),
    ofKind[kind],
    filters.deleted ? sql<boolean>`p.deleted_at is not null` : sql<boolean>`p.deleted_at is null`,
    ...(filters.organization ? [sql<boolean>`p.organization_id = any(${filters.organization}::uuid[])`] : []),
    ...(filters.coach ? [sql<boolean>`p.coach_id = any(${filters.coach}::uuid[])`] : []),
    ...(filters.privs ? [sql<boolean>`p.privs = any(${filters.privs}::smallint[])`] : []),
    ...(pattern ? [sql<boolean>`p.search like fold(${pattern})`] : []),
  ]
}

/** Each order is one index read forwards or backwards, so all of its columns change direction together. */
const order = (...columns: readonly string[]) => ({
  ASC: sql.raw(columns.map((column) => `p.${column} asc`).join(', ')),
  DESC: sql.raw(columns.map((column) => `p.${column} desc`).join(', ')),
})
const orders = {
  first_name: order('first_name', 'last_name', 'id'),
  last_name: order('last_name', 'first_name', 'id'),
  username: order('username', 'id'),
}

export async function listPeople(
  db: Db,
  viewer: Viewer,
  kind: Kind,
  asked: PeopleQuery,
  window: Window,
): Promise<PersonRow[]> {
  const [column, direction] = asked.order ?? ['first_name', 'ASC']
  const turned = orders[column][direction]
  // The inner query finds the ids of one page; only these are joined with their organization and coach.
  const { rows } = await sql<PersonRow>`
    ${wholePeople(db)} join (
      select p.id from people p where ${sql.join(matching(viewer, kind, asked), sql` and `)}
      order by ${turned} limit ${window.limit} offset ${window.offset}) g on g.id = p.id
    order by ${turned}`.execute(db)
  return rows
}

let peopleText: RawBuilder<unknown> | undefined

/** The SQL text of `people`, compiled once: building it again took a fifth of a millisecond of every list. */
const wholePeople = (db: Db): RawBuilder<unknown> => (peopleText ??= sql.raw(people(db).compile().sql))

/**
 * The size of a list: from the kept numbers where they cover it, otherwise counted. The count of a search stops after 1,000.
 */
export async function countPeople(db: Db, viewer: Viewer, kind: Kind, asked: PeopleSearch): Promise<Count> {
  const isSearched = isFound(asked.search)
  const isKept = !isSearched && !asked.filters?.coach && isAtLeast(viewer.privs, 'OrgAdmin')
  if (isKept) return exactly(await keptCount(db, viewer, kind, asked.filters ?? {}))
  const rows = matching(viewer, kind, asked).reduce(
    (query, condition) => query.where(condition),
    db.selectFrom('people as p').select(sql<number>`1`.as('one')),
  )
  const { n } = await db
    .selectFrom((isSearched ? rows.limit(countMax + 1) : rows).as('r'))
    .select(sql<string>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return isSearched ? counted(Number(n)) : exactly(Number(n))
}

async function keptCount(db: Db, viewer: Viewer, kind: Kind, filters: PeopleFilters): Promise<number> {
  const { rows } = await sql<{ n: string | null }>`
    select sum(n) as n from (
      select organization_id, privs, is_deleted, n from people_counts
      union all
      select organization_id, privs, is_deleted, n from people_count_deltas
    ) p
    where is_deleted = ${filters.deleted ?? false} and ${ofKind[kind]}
      and ${isAtLeast(viewer.privs, 'Admin') ? sql`true` : sql`organization_id = ${viewer.organizationId}`}
      and ${filters.organization ? sql`organization_id = any(${filters.organization}::uuid[])` : sql`true`}
      and ${filters.privs ? sql`privs = any(${filters.privs}::smallint[])` : sql`true`}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** Folds the deltas into the kept numbers. Readers read both tables in one statement, so the sum never jumps. */
export async function foldPeopleCounts(db: Db): Promise<void> {
  await sql`
    with d as (delete from people_count_deltas returning *)
    insert into people_counts as k (organization_id, privs, is_deleted, n)
    select organization_id, privs, is_deleted, sum(n) from d group by 1, 2, 3
    on conflict (organization_id, privs, is_deleted) do update set n = k.n + excluded.n`.execute(db)
}

const optionsMax = 50

/** Coaches in scope as filter options. */
export async function coachOptions(db: Db, viewer: Viewer, q: string | undefined) {
  const pattern = searchPattern(q)
  const rows = await db
    .selectFrom('people as p')
    .select(['p.id', 'p.first_name', 'p.last_name'])
    .where(visibleTo(viewer))
    .where(ofKind.staff)
    .where('p.deleted_at', 'is', null)
    .$if(pattern !== undefined, (query) => query.where(sql<boolean>`p.search like fold(${pattern})`))
    .orderBy('p.first_name')
    .orderBy('p.last_name')
    .orderBy('p.id')
    .limit(optionsMax)
    .execute()
  return rows.map((row) => ({ value: row.id, label: `${row.first_name} ${row.last_name}`.trim() }))
}

/** A coach to whom a client may be assigned. The caller has locked the coach's row, so they stay in their organization. */
export const findCoach = (db: Db, viewer: Viewer, coachId: string) =>
  db
    .selectFrom('people as p')
    .select(['p.id', 'p.organization_id'])
    .where('p.id', '=', coachId)
    .where(visibleTo(viewer))
    .where(ofKind.staff)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()

/** The ids of the clients of this coach. */
export async function clientIdsOf(db: Db, coachId: string): Promise<string[]> {
  const rows = await db.selectFrom('people').select('id').where('coach_id', '=', coachId).execute()
  return rows.map((row) => row.id)
}

/** Removes all clients from a person who stops being a coach of this organization. */
export async function releaseClients(db: Db, coachId: string): Promise<number> {
  const done = await db
    .updateTable('people')
    .set({ coach_id: null })
    .where('coach_id', '=', coachId)
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}
