import { sql } from 'kysely'
import { branches, conditionsHold, inScope, turned, type Sql } from './branches.ts'
import type { ListQuery } from './list-query.ts'
import { ownedBy } from '#features/sessions/queries.ts'

/**
 * The sessions, as `s`, of clients with one of these names ('First Last') and of coaches with one of those. The people are
 * found by their name index first and then their sessions; `offset 0` keeps the planner from reversing that.
 */
export function namedSessions(asked: ListQuery): Sql {
  const { clients, coaches, scope, conditions } = asked
  // With a plain comparison the planner would walk the index of the organization instead of that of the person.
  const isInScope = scope.kind === 'own' ? ownedBy(scope.personId) : sql`(${inScope(scope)}) is true`
  const names = clients ?? coaches ?? []
  const link = clients ? sql`s.user_id` : sql`s.coach_id`
  const coachToo = clients && coaches ? sql`s.coach_id = any(array(${peopleNamed(coaches)}))` : sql`true`
  const found = asked.pattern ? sql`s.search like fold(${asked.pattern})` : sql`true`
  const meets = sql`${isInScope} and ${coachToo} and ${found}`
  if (asked.column === 'start_time') return newestOf(asked, names, sql`${link} = n.id and ${meets}`)
  return sql`(select x.* from (${peopleNamed(names)}) n cross join lateral (
    select s.* from sessions s where ${link} = n.id and ${conditionsHold(conditions)} and ${meets} offset 0) x)`
}

/** In time order only the first few sessions of each person matter. */
function newestOf({ conditions, isDescending, window }: ListQuery, names: readonly string[], of: Sql): Sql {
  const turn = turned(isDescending)
  const reach = window.offset + window.limit
  return sql`(select x.* from (${peopleNamed(names)}) n cross join lateral (
    select * from (${branches({ of, conditions, isDescending, reach })}) b
    order by b.start_time ${turn}, b.id ${turn} limit ${reach}) x)`
}

/** The same for counting: all sessions of these people. */
export const allNamedSessions = (asked: ListQuery): Sql => namedSessions({ ...asked, column: 'status' })

/** People with one of these names. A name of three words can be split in two ways, so both are looked up. */
function peopleNamed(names: readonly string[]): Sql {
  const pairs = names.flatMap(splits)
  return sql`select p.id from people p join unnest(${pairs.map(([first]) => first)}::text[],
      ${pairs.map(([, last]) => last)}::text[]) as w(first_name, last_name)
    on p.first_name = w.first_name and p.last_name = w.last_name`
}

function splits(name: string): [string, string][] {
  const words = name.split(' ')
  return words.map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
}
