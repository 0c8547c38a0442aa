import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { counted, countMax, type Count } from '../../platform/lists.ts'
import { conditionsHold, inScope, type Sql } from './branches.ts'
import { countTo } from './counts.ts'
import { sortOf } from './orders.ts'
import { streamOf, type WideAsked } from './streams.ts'

/** People beyond this number are not gone through one by one. */
const peopleMax = 2000
/** A term that every fiftieth row has is counted by reading rows: 14 ms for 'coa' at 10 million, by its trigrams 1,500. */
const frequent = 0.02

export type Searched = WideAsked & { pattern: string }

export const isSearched = (asked: WideAsked): asked is Searched => asked.pattern !== undefined

export interface Found {
  ids: string[]
  count: Count
}

/**
 * Climbs: the first rows of the order, where a common term fills the page; else the people with such a name and their
 * sessions, and the sessions with such a title. Both ways find the same rows: those whose `search` has the term.
 */
export async function searchSessions(db: Db, asked: Searched): Promise<Found> {
  const { offset, limit } = asked.window
  const first = await probe(db, asked, 1)
  if (first.ids.length === offset + limit) return filled(db, asked, first)
  const people = await peopleFound(db, asked, peopleMax + 1)
  if (people.length <= peopleMax) return gather(db, asked, people)
  const second = await probe(db, asked, 4)
  if (second.ids.length === offset + limit) return filled(db, asked, second)
  return gather(db, asked, await peopleFound(db, asked))
}

interface Probe {
  ids: string[]
  /** How many of the rows read had the term. */
  rate: number
}

/** The newest rows (the first of the order) that have the term, out of some thousands. */
async function probe(db: Db, asked: Searched, wider: number): Promise<Probe> {
  const { offset, limit } = asked.window
  const { rows } = await sql<{ id: string; place: string }>`
    select id, place from (
      select id, search, row_number() over () as place from (
        ${streamOf(asked, wider * (4000 + 80 * offset), sql`, s.search`)}) v) w
    where search like fold(${asked.pattern}) limit ${offset + limit}`.execute(db)
  const last = Number(rows.at(-1)?.place ?? Infinity)
  return { ids: rows.map((row) => row.id), rate: rows.length / last }
}

async function filled(db: Db, asked: Searched, { ids, rate }: Probe): Promise<Found> {
  return { ids: ids.slice(asked.window.offset), count: await countMatches(db, asked, rate) }
}

/** Whose name has the term: by the trigram index, then by the name alone, since usernames and addresses are not searched. */
async function peopleFound(db: Db, { scope, pattern }: Searched, most?: number): Promise<string[]> {
  const has = sql`p.search like fold(${pattern}) and ' ' || fold(p.first_name || ' ' || p.last_name) like fold(${pattern})`
  const ids = scope.kind === 'all' ? undefined : scope.ids
  const guests = sql`select p.id from organization_guests g join people p on p.id = g.person_id
    where g.organization_id = any(${ids ?? []}::uuid[]) and ${has}`
  const members = sql`select p.id from people p where ${has} and ${isMember(ids)}`
  const { rows } = await sql<{ id: string }>`
    select id from (${ids ? sql`${members} union ${guests}` : members}) m
    ${most ? sql`limit ${most}` : sql``}`.execute(db)
  return rows.map((row) => row.id)
}

const isMember = (ids: readonly string[] | undefined): Sql => {
  if (!ids) return sql`true`
  return ids.length === 1 ? sql`p.organization_id = ${ids[0]}` : sql`p.organization_id = any(${ids}::uuid[])`
}

/** The sessions of these people, and those whose title has the term; a session may be both. */
function matchesOf(asked: Searched, people: readonly string[], columns: Sql) {
  const { conditions, scope } = asked
  const meets = sql`${conditionsHold(conditions)} and ${inScope(scope)}`
  const of = (link: Sql) => sql`
    select x.* from unnest(${people}::uuid[]) as p(id) cross join lateral (
      select ${columns} from sessions s where ${link} = p.id and ${meets} offset 0) x`
  return {
    clients: of(sql`s.user_id`),
    coaches: of(sql`s.coach_id`),
    titles: sql`select ${columns} from sessions s where ${titleHas(asked.pattern)} and ${meets}`,
  }
}

/** The pattern is made for text that begins with a space, as a title as it stands in its index does not. */
function titleHas(pattern: string): Sql {
  if (!pattern.startsWith('% ')) return sql`fold(s.title) like fold(${pattern})`
  return sql`(fold(s.title) like fold(${pattern}) or fold(s.title) like fold(${pattern.slice(2)}))`
}

/** Everything that matches, sorted; its number comes with it. */
async function gather(db: Db, asked: Searched, people: readonly string[]): Promise<Found> {
  const { joins, keys, needs } = sortOf(asked.column, asked.isDescending)
  const { clients, coaches, titles } = matchesOf(asked, people, sql`s.id, s.start_time, ${needs}`)
  const { rows } = await sql<{ n: string; ids: string[] }>`
    with s as materialized (${clients} union ${coaches} union ${titles})
    select (select count(*) from s) as n, array(
      select s.id from s ${joins} order by ${keys} limit ${asked.window.limit} offset ${asked.window.offset}) as ids`.execute(
    db,
  )
  return { ids: rows[0]?.ids ?? [], count: counted(Number(rows[0]?.n ?? 0)) }
}

/** How many match, up to 10,001: each step only if those before found fewer. */
async function countMatches(db: Db, asked: Searched, rate: number): Promise<Count> {
  const { conditions, scope, pattern } = asked
  if (rate >= frequent)
    return countTo(
      db,
      sql`select from sessions s where ${inScope(scope)} and ${conditionsHold(conditions)} and s.search like fold(${pattern})`,
    )
  const people = await peopleFound(db, asked, countMax + 1)
  const { clients, coaches, titles } = matchesOf(asked, people, sql`s.id`)
  for (const some of [clients, titles]) {
    const count = await countTo(db, some)
    if (!count.entryCountExact) return count
  }
  return countTo(db, sql`select * from (${clients} union ${coaches} union ${titles}) m`)
}
