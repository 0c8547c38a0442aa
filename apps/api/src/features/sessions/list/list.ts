import { sql } from 'kysely'
import { offsetMax } from '@parley/contract/wire/lists.ts'
import type { Session, SessionQuery } from '@parley/contract/sessions/sessions.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { counted, exactly, pageAnswer, type Count } from '#platform/lists/lists.ts'
import { conditionsHold, inScope, ownBranches, ownSessions, turned, type Sql } from './branches.ts'
import { countInScope, countRange, countTo, keptCount, roughlyAll } from './counts.ts'
import { isNarrow, readListQuery, type ListQuery } from './list-query.ts'
import { allNamedSessions, namedSessions } from './name-filter.ts'
import { sortedIds } from './orders.ts'
import { presentSession } from '#features/sessions/present.ts'
import { sessionRows } from '#features/sessions/queries.ts'
import { firstRows, isSearched, searchSessions, type Found, type Searched } from './search-list.ts'
import { streamOf, type WideListQuery } from './streams.ts'

/** A page of the sessions in scope. The query finds the ids of the page first, and only these rows are read in full. */
export async function listSessions(ctx: Context<Person>, query: SessionQuery) {
  const asked = readListQuery(ctx.principal, query, ctx.now)
  const { ids, count } = asked ? await findPage(ctx.db, asked) : { ids: [], count: exactly(0) }
  return pageAnswer(await presentAll(ctx, ids), count, query)
}

export async function presentAll(
  { db, principal, now }: Context<Person>,
  ids: readonly string[],
): Promise<Session[]> {
  const rows = await sessionRows(db, principal, ids)
  return rows.map((row) => presentSession(principal, row, now))
}

export function findPage(db: Db, asked: ListQuery): Promise<Found> {
  if (asked.clients ?? asked.coaches) return findNamed(db, asked)
  const { scope } = asked
  if (scope.kind === 'own') return findOwn(db, asked, scope.personId)
  const wide: WideListQuery = { ...asked, scope }
  return isSearched(wide) ? findSearched(db, wide) : findWide(db, wide)
}

async function findNamed(db: Db, asked: ListQuery): Promise<Found> {
  const [ids, count] = await Promise.all([
    sorted(db, asked, namedSessions(asked)),
    countTo(db, sql`select from ${allNamedSessions(asked)} s`),
  ])
  return { ids, count }
}

/** A person has some hundreds of own sessions, rarely thousands, so they are read and sorted, except in plain time order. */
async function findOwn(db: Db, asked: ListQuery, personId: string): Promise<Found> {
  const { conditions, pattern } = asked
  const meets = pattern
    ? sql`${conditionsHold(conditions)} and s.search like fold(${pattern})`
    : conditionsHold(conditions)
  const own = sql`(${ownSessions(personId)})`
  const [ids, count] = await Promise.all([
    asked.column === 'start_time' && !pattern
      ? newestOwn(db, asked, personId)
      : sorted(db, asked, own, meets),
    pattern
      ? countTo(db, sql`select from ${own} s where ${meets}`)
      : countInScope(db, asked.scope, conditions),
  ])
  return { ids, count }
}

const newestOwn = (db: Db, { conditions, isDescending, window }: ListQuery, personId: string) => {
  const turn = turned(isDescending)
  const reach = window.offset + window.limit
  return idsOf(
    db,
    sql`select id from (${ownBranches(personId, { conditions, isDescending, reach })}) u
      order by start_time ${turn}, id ${turn} limit ${window.limit} offset ${window.offset}`,
  )
}

/**
 * Up to this many rows, a set is sorted instead of walking the index of the order, where the few matching rows may lie far
 * apart.
 */
const sortedMax = 1000

/** The size of a wide list, and whether it is small enough to be read whole and sorted. `atMost` is the upper bound. */
interface Size {
  count: Count
  atMost: number
  isSmall: boolean
}

/**
 * A time range may hold a thousandth of a scope. Walking the index of an order other than time reads about `wanted` × scope
 * / range rows to find `wanted` of them; sorting reads the whole range. Sorting is cheaper while the range is smaller than
 * the root of `wanted` × scope. In the order of time or status, the range itself is walked.
 */
async function sizeOf(db: Db, { scope, conditions, isRanged }: WideListQuery, wanted: number): Promise<Size> {
  if (!isRanged) {
    const count = await countInScope(db, scope, conditions)
    return { count, atMost: count.entryCount, isSmall: count.entryCount <= sortedMax }
  }
  const total = wanted === 0 ? 0 : await keptCount(db, scope, conditions)
  const smallMax = Math.max(sortedMax, Math.ceil(Math.sqrt(wanted * total)))
  const found = await countRange(db, scope, conditions, Math.max(offsetMax, smallMax))
  const isSmall = found <= smallMax
  return { count: counted(found, offsetMax), atMost: isSmall ? found : total, isSmall }
}

const walksTime = ({ column }: WideListQuery): boolean => column === 'start_time' || column === 'status'

async function findSearched(db: Db, asked: Searched): Promise<Found> {
  const { scope, conditions, pattern, window } = asked
  const isPlain = scope.kind === 'all' && !isNarrow(conditions)
  const { atMost, isSmall } = isPlain
    ? await roughSize(db)
    : await sizeOf(db, asked, walksTime(asked) ? window.limit : firstRows)
  if (!isSmall) return searchSessions(db, asked, atMost)
  const has = sql`s.search like fold(${pattern})`
  const [ids, count] = await Promise.all([
    sorted(db, asked, setOf(asked), has),
    countTo(db, sql`select from ${setOf(asked)} s where ${has}`),
  ])
  return { ids, count }
}

async function roughSize(db: Db): Promise<Pick<Size, 'atMost' | 'isSmall'>> {
  const atMost = await roughlyAll(db)
  return { atMost, isSmall: atMost <= sortedMax }
}

async function findWide(db: Db, asked: WideListQuery): Promise<Found> {
  const { column, window } = asked
  const wanted = window.offset + window.limit
  const streamed = () => idsOf(db, sql`select id from (${streamOf(asked, wanted)}) l offset ${window.offset}`)
  if (column === 'start_time') {
    const [ids, { count }] = await Promise.all([streamed(), sizeOf(db, asked, 0)])
    return { ids, count }
  }
  const { count, isSmall } = await sizeOf(db, asked, walksTime(asked) ? 0 : wanted)
  if (count.entryCountExact && count.entryCount <= window.offset) return { ids: [], count }
  return { ids: isSmall ? await sorted(db, asked, setOf(asked)) : await streamed(), count }
}

/** A small set as a whole, read by the index of its scope. */
const setOf = ({ scope, conditions }: WideListQuery): Sql =>
  sql`(select s.* from sessions s where ${inScope(scope)} and ${conditionsHold(conditions)} offset 0)`

const sorted = (db: Db, asked: ListQuery, set: Sql, meets?: Sql): Promise<string[]> =>
  idsOf(db, sortedIds(asked, set, meets).page)

export async function idsOf(db: Db, query: Sql): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${query}`.execute(db)
  return rows.map((row) => row.id)
}
