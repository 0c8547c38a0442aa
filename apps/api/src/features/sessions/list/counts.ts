import { sql } from 'kysely'
import { sessionLengthMaxMs } from '@parley/contract/rules/sessions/sessions.ts'
import type { Db } from '#platform/database/database.ts'
import { counted, countMax, exactly, type Count } from '#platform/lists/lists.ts'
import { conditionsHold, inScope, ownSessions, scopeBranches, type Sql } from './branches.ts'
import type { Conditions, Scope } from './list-query.ts'

/** The number of rows that a statement finds, or that there are more than 1,000. */
export async function countTo(db: Db, rows: Sql): Promise<Count> {
  return counted(await countOf(db, sql`${rows} limit ${countMax + 1}`))
}

async function countOf(db: Db, rows: Sql): Promise<number> {
  const { rows: found } = await sql<{ n: string }>`select count(*) as n from (${rows}) r`.execute(db)
  return Number(found[0]?.n ?? 0)
}

/** The exact number of a scope's sessions under these conditions, without fetching the sessions themselves. */
export async function countInScope(db: Db, scope: Scope, conditions: Conditions): Promise<Count> {
  if (scope.kind === 'own') return exactly(await countOwn(db, scope.personId, conditions))
  const { from, until, endsFrom } = conditions
  const isTimed = from ?? until ?? endsFrom
  return exactly(isTimed ? await countTimed(db, scope, conditions) : await keptCount(db, scope, conditions))
}

const countOwn = (db: Db, personId: string, conditions: Conditions): Promise<number> =>
  countOf(db, sql`select from (${ownSessions(personId)}) s where ${conditionsHold(conditions)}`)

/**
 * Counts on the scope's index. No session is longer than 8 hours, so everything that began 8 hours before the bound has
 * ended too, and the end is checked only for the rows of the last 8 hours.
 */
async function countTimed(
  db: Db,
  scope: Exclude<Scope, { kind: 'own' }>,
  conditions: Conditions,
): Promise<number> {
  const count = (some: Conditions) =>
    countOf(db, sql`select from sessions s where ${inScope(scope)} and ${conditionsHold(some)}`)
  const { endsBefore, until, ...rest } = conditions
  if (!endsBefore) return count(conditions)
  const surely = new Date(endsBefore.getTime() - sessionLengthMaxMs)
  if (until && until <= surely) return count({ ...rest, until })
  const from = rest.from && rest.from > surely ? rest.from : surely
  const [old, recent] = await Promise.all([count({ ...rest, until: surely }), count({ ...conditions, from })])
  return old + recent
}

/** Counts how many of a wide scope lie in a range, up to `max`. It stops there, because a range may hold nearly all rows. */
export const countRange = (
  db: Db,
  scope: Exclude<Scope, { kind: 'own' }>,
  conditions: Conditions,
  max: number,
): Promise<number> => {
  const reach = max + 1
  return countOf(
    db,
    sql`select from (${scopeBranches(scope, { conditions, isDescending: false, reach })}) b limit ${reach}`,
  )
}

/** The table's row count as of the last vacuum, which is exact enough to choose a search strategy. */
export async function roughlyAll(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select reltuples as n from pg_class where oid = 'sessions'::regclass`.execute(db)
  return rows[0]?.n ?? 0
}

/** Kept numbers plus the deltas since, in one statement, so that a concurrent fold changes nothing. */
export async function keptCount(
  db: Db,
  scope: Exclude<Scope, { kind: 'own' }>,
  { statuses }: Pick<Conditions, 'statuses'>,
): Promise<number> {
  const { rows } = await sql<{ n: string | null }>`
    select sum(n) as n from (
      select organization_id, status, n from session_counts
      union all
      select organization_id, status, n from session_count_deltas
    ) s
    where s.status = any(${statuses}::session_status[]) and ${inScope(scope)}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** How many sessions of a scope there are per status, or per organization of these. */
export async function countsBy(
  db: Db,
  scope: Scope,
  by: { status: true } | { organizations: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const kept = sql`
    select organization_id, status, n from session_counts
    union all select organization_id, status, n from session_count_deltas`
  const all =
    scope.kind === 'own'
      ? sql`select s.organization_id, s.status, 1 as n from (${ownSessions(scope.personId)}) s`
      : sql`select * from (${kept}) s where ${inScope(scope)}`
  const [key, holds] =
    'status' in by
      ? [sql`c.status::text`, sql`true`]
      : [sql`c.organization_id::text`, sql`c.organization_id = any(${by.organizations}::uuid[])`]
  const { rows } = await sql<{ key: string; n: string }>`
    select ${key} as key, sum(c.n) as n from (${all}) c where ${holds} group by 1`.execute(db)
  return new Map(rows.map((row) => [row.key, Number(row.n)]))
}

/** Folds the deltas into the kept numbers. */
export async function foldSessionCounts(db: Db): Promise<void> {
  await sql`
    with d as (delete from session_count_deltas returning *)
    insert into session_counts as k (organization_id, status, n)
    select organization_id, status, sum(n) from d group by 1, 2
    on conflict (organization_id, status) do update set n = k.n + excluded.n`.execute(db)
}
