import { sql } from 'kysely'
import { turned, type Sql } from './branches.ts'
import type { ListQuery, Column } from './list-query.ts'

/** An order by a person's names: which person, and by which columns, which are those of an index of `people`. */
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

/** The title as it is sorted and searched, after a space: the expression of its indexes. */
export const foldedTitle = sql`split_part(s.search, E'\\n', 1)`

/**
 * The `order by` keys for people `p`. The person comes before the time; otherwise all namesakes would be sorted together.
 */
export const personKeys = ({ columns }: NameOrder, turn: Sql): Sql =>
  sql.join([...columns, sql`p.id`].map((key) => sql`${key} ${turn}`))

interface Sort {
  /** The joins that the keys need. */
  joins: Sql
  /** The sort keys, in the requested direction. Ties come newest first in either direction, except under title and time. */
  keys: readonly Sql[]
  /** The columns of `sessions` that the sort needs. */
  needs: readonly Sql[]
}

function sortOf(column: Column): Sort {
  const names = nameOrders[column]
  if (names)
    return {
      joins: sql`join people p on p.id = ${names.link}`,
      keys: [...names.columns, sql`p.id`],
      needs: [names.link],
    }
  if (column === 'organization')
    return {
      joins: sql`join organizations o on o.id = s.organization_id`,
      keys: [sql`o.display_name`, sql`o.id`],
      needs: [sql`s.organization_id`],
    }
  if (column === 'title') return { joins: sql``, keys: [foldedTitle], needs: [sql`s.search`] }
  if (column === 'status') return { joins: sql``, keys: [sql`s.status`], needs: [sql`s.status`] }
  return { joins: sql``, keys: [], needs: [] }
}

type Sorted = Pick<ListQuery, 'column' | 'isDescending' | 'window'>

/**
 * A page of a set that is read whole and sorted: its `select id`, and the columns of `s` that the set must have. The joins
 * are behind `offset 0`: under a limit the planner would otherwise walk all organizations in their order.
 */
export function sortedIds({ column, isDescending, window }: Sorted, set: Sql, meets: Sql = sql`true`) {
  const { joins, keys, needs } = sortOf(column)
  const turn = turned(isDescending)
  // Title and time are orders of the sessions themselves: their ties follow the direction, as in their indexes.
  const isOwnOrder = column === 'title' || column === 'start_time'
  const last = isOwnOrder ? turn : sql`desc`
  const named = keys.map((_, i) => sql.ref(`k${i}`))
  const aliased = keys.map((key, i) => sql`, ${key} as ${sql.ref(`k${i}`)}`)
  const byTime = column === 'title' ? [] : [sql`start_time ${last}`]
  const order = [...named.map((name) => sql`${name} ${turn}`), ...byTime, sql`id ${last}`]
  return {
    columns: sql.join([sql`s.id`, sql`s.start_time`, ...needs]),
    page: sql`select id from (
        select s.id, s.start_time ${sql.join(aliased, sql` `)} from ${set} s ${joins} where ${meets} offset 0) t
      order by ${sql.join(order)} limit ${window.limit} offset ${window.offset}`,
  }
}
