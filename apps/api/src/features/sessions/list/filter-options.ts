import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { statuses, type filterSessions as entry } from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { statusLabel } from '@parley/contract/rules/sessions/sessions.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { ownSessions, type Sql } from './branches.ts'
import { countsBy } from './counts.ts'
import { scopeOf, type Scope } from './list-query.ts'
import { searchPattern } from '#platform/lists/lists.ts'

const optionsMax = 50
/** How many people are read in the order of their names before the search index is used. */
const lookedAt = 2000
/** Namesakes share one option, so more people are read than options returned. */
const namesakesMax = 500

/** The filter options for this viewer's list. */
export async function filterSessions(
  { db, principal }: Context<Person>,
  { owned, field, q }: z.output<typeof entry.query>,
) {
  const scope = scopeOf(principal, owned)
  const pattern = searchPattern(q)
  const isFull = isAtLeast(principal.privs, 'OrgAdmin')
  const isAsked = (name: typeof field) => field === undefined || field === name
  const [byStatus, clients, coaches, organizations] = await Promise.all([
    isAsked('status') ? countsBy(db, scope, { status: true }) : undefined,
    isAsked('client_name') ? nameOptions(db, scope, 'client', pattern) : [],
    isFull && isAsked('coach_name') ? nameOptions(db, scope, 'coach', pattern) : [],
    isFull && isAsked('organization') ? organizationOptions(db, scope, pattern) : [],
  ])
  return {
    status: statuses.map((value) => ({
      value,
      label: statusLabel(value),
      ...(byStatus && { count: byStatus.get(value) ?? 0 }),
    })),
    client_name: clients,
    coach_name: coaches,
    organization: organizations,
  }
}

type Role = 'client' | 'coach'

async function nameOptions(db: Db, scope: Scope, role: Role, pattern: string | undefined) {
  const has = pattern ? sql`p.search like fold(${pattern})` : sql`true`
  if (scope.kind === 'own')
    return namesOf(
      db,
      distinct(sql`${peopleOfOwn(scope.personId, role)} and p.deleted_at is null and ${has}`),
    )
  const wanted = sql`select p.* from ${peopleInScope(scope, role)} and p.deleted_at is null`
  if (!pattern) return namesOf(db, distinct(sql`(${wanted}) p`))
  const inOrder = sql`(${wanted} order by p.first_name, p.last_name limit ${lookedAt}) p where ${has}`
  const first = await namesOf(db, distinct(inOrder))
  // A common term fills the options in the order of the names; a rare one is found through the search index, which has no
  // order.
  if (first.length === optionsMax) return first
  return namesOf(db, distinct(sql`(${wanted} and ${has} limit ${namesakesMax}) p`))
}

/** Uses `group by` instead of `distinct`: read in index order, it stops after as many names as are wanted. */
const distinct = (people: Sql): Sql =>
  sql`select p.first_name, p.last_name from ${people} group by 1, 2 order by 1, 2 limit ${optionsMax}`

async function namesOf(db: Db, query: Sql) {
  const { rows } = await sql<{ first_name: string; last_name: string }>`${query}`.execute(db)
  return rows
    .map((row) => `${row.first_name} ${row.last_name}`)
    .map((name) => ({ value: name, label: name.trim() }))
}

/** Levels are literals, so that the planner can use the partial indexes. */
function peopleInScope(scope: Exclude<Scope, { kind: 'own' }>, role: Role): Sql {
  const level = role === 'client' ? sql`p.privs = 0` : sql`p.privs >= 1`
  if (scope.kind === 'all') return sql`people p where ${level}`
  return sql`people p where p.organization_id = ${scope.ids[0] ?? null} and ${level}`
}

/** The user of an Org session is its coach, so it has no client. */
const peopleOfOwn = (personId: string, role: Role): Sql =>
  role === 'client'
    ? sql`people p where p.privs = 0
        and p.id in (select s.user_id from (${ownSessions(personId)}) s where s.user_id <> s.coach_id)`
    : sql`people p where p.id in (select s.coach_id from (${ownSessions(personId)}) s)`

async function organizationOptions(db: Db, scope: Scope, pattern: string | undefined) {
  const has = pattern ? sql`' ' || fold(o.display_name) like fold(${pattern})` : sql`true`
  const { rows } = await sql<{ value: string; label: string }>`
    select o.id as value, o.display_name as label from organizations o
    where ${organizationsOf(scope)} and ${has} order by o.display_name, o.id limit ${optionsMax}`.execute(db)
  const counts = await countsBy(db, scope, { organizations: rows.map(({ value }) => value) })
  return rows.map((row) => ({ ...row, count: counts.get(row.value) ?? 0 }))
}

function organizationsOf(scope: Scope): Sql {
  if (scope.kind === 'all') return sql`true`
  if (scope.kind === 'organizations') return sql`o.id = ${scope.ids[0] ?? null}`
  return sql`o.id in (select s.organization_id from (${ownSessions(scope.personId)}) s)`
}
