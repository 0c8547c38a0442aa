import { sql, type RawBuilder } from 'kysely'
import type { DB } from '#platform/database-types.ts'

/**
 * What a column holds of a person, and what erasing them does with it. 'plain' says nothing of anybody: ids, times, states
 * and figures, behind which nothing but a number stands once somebody is erased.
 */
export type Column =
  | 'plain'
  | ({ holds: string; isSecret?: true } & (
      | { kept: string }
      | { gone: true }
      | { becomes: string; value?: RawBuilder<unknown> }
    ))

/** Some people, by their ids: an array for the database. */
export type People = RawBuilder<string[]>

/** Which rows are theirs: a condition that an index answers. */
export type Rows = (people: People) => RawBuilder<boolean>

export interface Table<Row> {
  /** What it is for. */
  about: string
  /** Whose the rows are. */
  whose: string
  /** What ends them, beside erasure. */
  until: string
  /** The rows that erasing somebody changes or removes, each condition by itself. */
  rows?: readonly Rows[]
  /** The rows that a copy of their data has, where these are others; or why it has none. */
  copied?: readonly Rows[] | { not: string }
  columns: { readonly [Name in keyof Row]: Column }
}

export type Tables<Names extends keyof DB> = { readonly [Name in Names]: Table<DB[Name]> }

/** The row goes, and this with it. */
export const gone = (holds: string): Column => ({ holds, gone: true })
/** The same, and no copy of their data has it: it opens a door, or is somebody else's. */
export const secret = (holds: string): Column => ({ holds, gone: true, isSecret: true })
export const kept = (holds: string, why: string): Column => ({ holds, kept: why })
export const becomes = (holds: string, words: string, value: RawBuilder<unknown>): Column => ({
  holds,
  becomes: words,
  value,
})
export const emptied = (holds: string): Column => becomes(holds, 'empty', sql`''`)
export const nulled = (holds: string): Column => becomes(holds, 'empty', sql`null`)
/** Made of other columns, and anew when they change. */
export const follows = (holds: string, words: string): Column => ({ holds, becomes: words })

/** The rows whose column names one of them. */
export const by =
  (column: string): Rows =>
  (people) =>
    sql`${sql.ref(column)} = any(${people})`

/** The rows of sessions in which one of them is the client. */
export const ofTheirSessions: Rows = (people) => sql`session_id = any(array(${clientSessions(people)}))`

/** The rows of sessions that are theirs as coach or participant, and name them. */
export const inTheirSessions =
  (column: string): Rows =>
  (people) =>
    sql`session_id = any(array(
    ${clientSessions(people)}
    union select s.id from sessions s where s.coach_id = any(${people})
    union select q.session_id from session_participants q where q.person_id = any(${people})
    union select r.session_id from presence r where r.person_id = any(${people})))
    and ${sql.ref(column)} = any(${people})`

/** Sessions about which nothing is left to say once they are erased: of a client, or among staff and by its coach. */
export const aboutThem: readonly Rows[] = [
  (people) => sql`id = any(array(${clientSessions(people)}))`,
  (people) => sql`coach_id = any(${people}) and user_id = coach_id`,
]

const clientSessions = (people: People) =>
  sql`select s.id from sessions s where s.user_id = any(${people}) and s.user_id <> s.coach_id`
