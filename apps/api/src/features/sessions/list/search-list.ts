import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { counted, countMax, type Count } from '#platform/lists/lists.ts'
import { conditionsHold, inScope, type Sql } from './branches.ts'
import { countTo } from './counts.ts'
import { foldedTitle, sortedIds } from './orders.ts'
import { streamOf, type WideListQuery } from './streams.ts'

/** How many rows the first probe reads: a term that one row in a hundred has fills a page of ten there. */
export const firstRows = 1000
/**
 * From this share of matching rows on, reading rows in physical order until 1,001 match is cheaper than asking the title
 * index.
 */
const frequent = 0.05
/**
 * Costs of the strategies at 10 million rows. `read`: reading a row in order from the index. `gathered`: fetching a known
 * match by its person's index, or in an organization from wherever it lies. `trigrams…`: querying the title trigrams, which
 * in an organization costs something for each of its rows.
 */
const cost_us = {
  read: 1.5,
  gathered: { all: 3, organizations: 8 },
  trigramsAtLeast: 5000,
  trigramsPerRow: { all: 0, organizations: 0.2 },
}

export type Searched = WideListQuery & { pattern: string }

export const isSearched = (asked: WideListQuery): asked is Searched => asked.pattern !== undefined

export interface Found {
  ids: string[]
  count: Count
}

/**
 * Probes the first rows of the order, where a common term fills the page. The share of hits decides what is cheaper next:
 * reading on, or gathering every session of the people with such a name and every one with such a title. All strategies find
 * the same rows: those whose `search` contains the term. `total` is the number of rows to look through.
 */
export async function searchSessions(db: Db, asked: Searched, total: number): Promise<Found> {
  const wanted = asked.window.offset + asked.window.limit
  const first = await probe(db, asked, firstRows)
  if (first.ids.length >= wanted) return filled(db, asked, first, total)
  // Few hits are a weak estimate, so the second probe assumes fewer hits and the cost of gathering assumes more.
  const hits = first.ids.length
  const looked = Math.min(firstRows, total)
  const rows = wanted / ((hits - Math.sqrt(hits)) / looked)
  if (rows * cost_us.read < gatheringCost(asked, (hits + Math.sqrt(hits)) / looked, total)) {
    const second = await probe(db, asked, Math.ceil(1.5 * rows))
    if (second.ids.length >= wanted) return filled(db, asked, second, total)
  }
  return gather(db, asked)
}

const trigramsCost = ({ scope: { kind } }: Searched, total: number): number =>
  cost_us.trigramsAtLeast + cost_us.trigramsPerRow[kind] * total

const gatheringCost = (asked: Searched, share: number, total: number): number =>
  trigramsCost(asked, total) + share * total * cost_us.gathered[asked.scope.kind]

interface Probe {
  ids: string[]
  /** The share of the rows read that match. */
  share: number
}

/**
 * A page far down reads nearly as many matches as the count needs, so it reads one match past the count limit and gives the
 * count too.
 */
const reachOf = ({ window: { offset, limit } }: Searched): number =>
  2 * (offset + limit) > countMax ? Math.max(offset + limit, countMax + 1) : offset + limit

/** Finds the matching rows among the first `rowsMax` rows of the order. */
async function probe(db: Db, asked: Searched, rowsMax: number): Promise<Probe> {
  const { rows } = await sql<{ id: string; place: string }>`
    select id, place from (
      select id, search, row_number() over () as place from (
        ${streamOf(asked, rowsMax, sql`, s.search`)}) v) w
    where search like fold(${asked.pattern}) limit ${reachOf(asked)}`.execute(db)
  const last = Number(rows.at(-1)?.place ?? 1)
  return { ids: rows.map((row) => row.id), share: rows.length / last }
}

async function filled(db: Db, asked: Searched, { ids, share }: Probe, total: number): Promise<Found> {
  const { offset, limit } = asked.window
  const count = ids.length > countMax ? counted(ids.length) : await countMatches(db, asked, share, total)
  return { ids: ids.slice(offset, offset + limit), count }
}

/** The name matches. The username and email, which follow the name in `search`, are not searched. */
const nameHas = (pattern: string): Sql => sql`p.search like fold(${pattern})
  and left(p.search, length(p.search) - length(p.username) - length(p.email) - 2) like fold(${pattern})`

function members({ scope, pattern }: Searched): Sql {
  const has = nameHas(pattern)
  if (scope.kind === 'all') return sql`people p where ${has}`
  if (scope.ids.length === 1) return sql`people p where p.organization_id = ${scope.ids[0]} and ${has}`
  return sql`people p where p.organization_id = any(${scope.ids}::uuid[]) and ${has}`
}

/** The people whose name matches and who can be in sessions of the scope. */
async function peopleFound(db: Db, asked: Searched): Promise<string[]> {
  const { scope, pattern } = asked
  const guests =
    scope.kind === 'all'
      ? sql``
      : sql`union select p.id from organization_guests g join people p on p.id = g.person_id
          where g.organization_id = any(${scope.ids}::uuid[]) and ${nameHas(pattern)}`
  const { rows } = await sql<{ id: string }>`select p.id from ${members(asked)} ${guests}`.execute(db)
  return rows.map((row) => row.id)
}

/** The sessions of these people, and those whose title matches. `union` removes duplicates. */
function matchesOf(asked: Searched, people: readonly string[], columns: Sql): Sql {
  const of = (link: Sql) => sql`
    select x.* from unnest(${people}::uuid[]) as p(id) cross join lateral (
      select ${columns} from sessions s where ${link} = p.id and ${meets(asked)} offset 0) x`
  return sql`${of(sql`s.user_id`)} union ${of(sql`s.coach_id`)}
    union select ${columns} from sessions s where ${titleHas(asked.pattern)} and ${meets(asked)}`
}

const titleHas = (pattern: string): Sql => sql`${foldedTitle} like fold(${pattern})`

/** All matches, sorted, together with their number. */
async function gather(db: Db, asked: Searched): Promise<Found> {
  const people = await peopleFound(db, asked)
  const { columns, page } = sortedIds(asked, sql`matches`)
  const { rows } = await sql<{ n: string; ids: string[] }>`
    with matches as materialized (${matchesOf(asked, people, columns)})
    select (select count(*) from matches) as n, array(${page}) as ids`.execute(db)
  return { ids: rows[0]?.ids ?? [], count: counted(Number(rows[0]?.n ?? 0)) }
}

/**
 * Counts the matches up to 1,001. If more are expected, the cheapest strategies that could prove it are tried first;
 * otherwise all matches are gathered.
 */
async function countMatches(db: Db, asked: Searched, share: number, total: number): Promise<Count> {
  const ways = share * total < countMax ? [] : [countClients, countReading, countTitles]
  for (const way of ways) {
    const count = await way(db, asked, share, total)
    if (count) return count
  }
  return countTo(db, sql`select * from (${matchesOf(asked, await peopleFound(db, asked), sql`s.id`)}) m`)
}

/** The count of a subset of the matches. It is conclusive only if it already exceeds the limit. */
const ifTooMany = (count: Count): Count | undefined => (count.entryCountExact ? undefined : count)

const countClients = async (db: Db, asked: Searched): Promise<Count | undefined> =>
  ifTooMany(
    await countTo(
      db,
      sql`select from (select p.id from ${members(asked)} offset 0) p cross join lateral (
        select from sessions s where s.user_id = p.id and ${meets(asked)} offset 0) x`,
    ),
  )

const countTitles = async (db: Db, asked: Searched): Promise<Count | undefined> =>
  ifTooMany(
    await countTo(db, sql`select from sessions s where ${titleHas(asked.pattern)} and ${meets(asked)}`),
  )

/**
 * Counts by reading rows, for common terms: all rows, or in a large organization as many of the newest as should suffice.
 */
async function countReading(
  db: Db,
  asked: Searched,
  share: number,
  total: number,
): Promise<Count | undefined> {
  const { scope, pattern } = asked
  const has = sql`s.search like fold(${pattern})`
  const rows = Math.ceil((1.5 * (countMax + 1)) / share)
  const isCheaper =
    scope.kind === 'all' ? share >= frequent : cost_us.read * (countMax / share) <= trigramsCost(asked, total)
  if (!isCheaper) return undefined
  if (scope.kind === 'all' || 2 * rows > total)
    return countTo(db, sql`select from sessions s where ${meets(asked)} and ${has}`)
  const newest: WideListQuery = { ...asked, column: 'start_time', isDescending: true }
  return ifTooMany(
    await countTo(db, sql`select from (${streamOf(newest, rows, sql`, s.search`)}) s where ${has}`),
  )
}

const meets = ({ conditions, scope }: Searched): Sql =>
  sql`${conditionsHold(conditions)} and ${inScope(scope)}`
