import { sql, type RawBuilder } from 'kysely'
import type { DB } from '#platform/database/database-types.ts'

/**
 * The personal data in a column, and what erasing does with it. 'plain' columns say nothing about anybody: ids, times,
 * states and figures, which lead only to a number once the person is erased.
 */
export type Column =
  | 'plain'
  | ({ holds: string; isSecret?: true } & (
      | { kept: string }
      | { gone: true }
      | { becomes: string; value?: RawBuilder<unknown> }
    ))

/** The ids of some people, as an SQL array. */
export type People = RawBuilder<string[]>

/** A condition for the rows of these people, answered by an index. */
export type Rows = (people: People) => RawBuilder<boolean>

export interface Table<Row> {
  /** The purpose of the table. */
  about: string
  /** The people that the rows belong to. */
  whose: string
  /** How long the rows are kept, apart from erasure. */
  lifetime: string
  /** The rows that erasing changes or removes. The conditions are run one by one. */
  rows?: readonly Rows[]
  /** The rows in a copy of a person's data, if they differ from `rows`; or why there are none. */
  copied?: readonly Rows[] | { not: string }
  columns: { readonly [Name in keyof Row]: Column }
}

export type Tables<Names extends keyof DB> = { readonly [Name in Names]: Table<DB[Name]> }

/** The value is deleted with its row. */
export const gone = (holds: string): Column => ({ holds, gone: true })
/** The same, and the value is left out of copies, because it grants access to something or belongs to somebody else. */
export const secret = (holds: string): Column => ({ holds, gone: true, isSecret: true })
export const kept = (holds: string, why: string): Column => ({ holds, kept: why })
export const becomes = (holds: string, words: string, value: RawBuilder<unknown>): Column => ({
  holds,
  becomes: words,
  value,
})
export const emptied = (holds: string): Column => becomes(holds, 'empty', sql`''`)
export const nulled = (holds: string): Column => becomes(holds, 'empty', sql`null`)
/** Derived from other columns and rewritten when they change. */
export const follows = (holds: string, words: string): Column => ({ holds, becomes: words })

/** The rows whose column holds the id of one of these people. */
export const by =
  (column: string): Rows =>
  (people) =>
    sql`${sql.ref(column)} = any(${people})`

/** The rows of sessions in which one of these people is the client. */
export const ofTheirSessions: Rows = (people) => sql`session_id = any(array(${clientSessions(people)}))`

/** The rows of sessions that these people were in, in any role, and whose column holds their id. */
export const inTheirSessions =
  (column: string): Rows =>
  (people) =>
    sql`session_id = any(array(
    ${clientSessions(people)}
    union select s.id from sessions s where s.coach_id = any(${people})
    union select q.session_id from session_participants q where q.person_id = any(${people})
    union select r.session_id from presence r where r.person_id = any(${people})))
    and ${sql.ref(column)} = any(${people})`

/** Sessions whose texts are erased with these people: those with them as client, and Org sessions that they coached. */
export const aboutThem: readonly Rows[] = [
  (people) => sql`id = any(array(${clientSessions(people)}))`,
  (people) => sql`coach_id = any(${people}) and user_id = coach_id`,
]

const clientSessions = (people: People) =>
  sql`select s.id from sessions s where s.user_id = any(${people}) and s.user_id <> s.coach_id`
