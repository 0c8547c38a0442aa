import { sql } from 'kysely'
import { turned, type Sql } from './branches.ts'
import type { Column } from './list-asked.ts'

/** An order by a person's names: whose, and by which columns, those of an index of `people`. */
export interface NameOrder {
  /** The column of `sessions` that leads to the person. */
  link: Sql
  columns: readonly Sql[]
}

const client = sql`s.user_id`
const coach = sql`s.coach_id`
const byFirst = [sql`p.first_name`, sql`p.last_name`]
const byLast = [sql`p.last_name`, sql`p.first_name`]

export const nameOrders: Partial<Record<Column, NameOrder>> = {
  client_name: { link: client, columns: byFirst },
  client_first_name: { link: client, columns: byFirst },
  client_last_name: { link: client, columns: byLast },
  client_username: { link: client, columns: [sql`p.username`] },
  coach_name: { link: coach, columns: byFirst },
  coach_first_name: { link: coach, columns: byFirst },
  coach_last_name: { link: coach, columns: byLast },
}

/** Title as it is sorted and searched: one expression for the query and the index. */
export const foldedTitle = sql`fold(s.title) collate "C"`

/** Within a person, an organization or a status the newest session comes first, whichever way the order goes. */
const newestFirst = sql`s.start_time desc, s.id desc`

/** `order by` for persons `p`. Person before time, or all namesakes would be sorted together. */
export const personKeys = ({ columns }: NameOrder, turn: Sql): Sql =>
  sql.join([...columns, sql`p.id`].map((key) => sql`${key} ${turn}`))

/** What a set of sessions `s` is joined with and sorted by. */
export function sortOf(column: Column, isDescending: boolean): { joins: Sql; keys: Sql; needs: Sql } {
  const turn = turned(isDescending)
  const names = nameOrders[column]
  if (names)
    return {
      joins: sql`join people p on p.id = ${names.link}`,
      keys: sql`${personKeys(names, turn)}, ${newestFirst}`,
      needs: names.link,
    }
  if (column === 'organization')
    return {
      joins: sql`join organizations o on o.id = s.organization_id`,
      keys: sql`o.display_name ${turn}, o.id ${turn}, ${newestFirst}`,
      needs: sql`s.organization_id`,
    }
  if (column === 'title')
    return { joins: sql``, keys: sql`${foldedTitle} ${turn}, s.id ${turn}`, needs: sql`s.title` }
  if (column === 'status')
    return { joins: sql``, keys: sql`s.status ${turn}, ${newestFirst}`, needs: sql`s.status` }
  return { joins: sql``, keys: sql`s.start_time ${turn}, s.id ${turn}`, needs: sql`s.status` }
}
