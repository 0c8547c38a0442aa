import { sql } from 'kysely'
import { branches, conditionsHold, inScope, scopeBranches, turned, type Sql } from './branches.ts'
import type { ListQuery, Scope } from './list-query.ts'
import { foldedTitle, nameOrders, personKeys, type NameOrder } from './orders.ts'

/** A list over one or more organizations, or over all: the scopes that the indexes can return in order. */
export type WideListQuery = Omit<ListQuery, 'scope'> & { scope: Exclude<Scope, { kind: 'own' }> }

/**
 * The first `reach` sessions of a wide scope in the requested order, as `select id …` without sorting everything: every
 * order comes from an index, so the cost depends on the page and not on the table.
 */
export function streamOf(asked: WideListQuery, reach: number, more: Sql = sql``): Sql {
  const names = nameOrders[asked.column]
  if (names) return byNames(asked, names, reach, more)
  if (asked.column === 'title') return byTitle(asked, reach, more)
  if (asked.column === 'status') return byStatus(asked, reach, more)
  if (asked.column === 'organization') return byOrganization(asked, reach, more)
  return byTime(asked, asked.isDescending, reach, more)
}

function byTime({ scope, conditions }: WideListQuery, isDescending: boolean, reach: number, more: Sql): Sql {
  const turn = turned(isDescending)
  return sql`select * from (${scopeBranches(scope, { conditions, isDescending, reach, more })}) u
    order by start_time ${turn}, id ${turn} limit ${reach}`
}

/** One branch per status. A constant in front of each keeps their order. */
function byStatus({ scope, conditions, isDescending }: WideListQuery, reach: number, more: Sql): Sql {
  const statuses = conditions.statuses.toSorted()
  const parts = (isDescending ? statuses.toReversed() : statuses).map(
    (status, rank) => sql`
      select ${sql.lit(rank)} as rank, b.* from (${scopeBranches(scope, {
        conditions: { ...conditions, statuses: [status] },
        isDescending: true,
        reach,
        more,
      })}) b`,
  )
  return sql`select * from (${sql.join(parts, sql` union all `)}) u
    order by rank, start_time desc, id desc limit ${reach}`
}

const byTitle = ({ scope, conditions, isDescending }: WideListQuery, reach: number, more: Sql): Sql => {
  const turn = turned(isDescending)
  return sql`select s.id, s.start_time ${more} from sessions s
    where ${inScope(scope)} and ${conditionsHold(conditions)}
    order by ${foldedTitle} ${turn}, s.id ${turn} limit ${reach}`
}

/** One organization after the other. For a single one this is the order by time. */
function byOrganization(asked: WideListQuery, reach: number, more: Sql): Sql {
  const { scope, conditions, isDescending } = asked
  if (scope.kind === 'organizations' && scope.ids.length === 1) return byTime(asked, true, reach, more)
  const turn = turned(isDescending)
  const wanted = scope.kind === 'all' ? sql`true` : sql`o.id = any(${scope.ids}::uuid[])`
  const ofOne = branches({ of: sql`s.organization_id = o.id`, conditions, isDescending: true, reach, more })
  return sql`select x.* from organizations o cross join lateral (
      select * from (${ofOne}) b order by b.start_time desc, b.id desc limit ${reach}) x
    where ${wanted}
    order by o.display_name ${turn}, o.id ${turn}, x.start_time desc, x.id desc limit ${reach}`
}

/** One person after the other in the order of an index of `people`, and each with their sessions. */
function byNames(
  { scope, conditions, isDescending }: WideListQuery,
  names: NameOrder,
  reach: number,
  more: Sql,
): Sql {
  const turn = turned(isDescending)
  return sql`select s.id, s.start_time ${more} from ${peopleOf(scope, names, turn)} p
    join sessions s on ${names.link} = p.id and ${inScope(scope)} and ${conditionsHold(conditions)}
    order by ${personKeys(names, turn)}, s.start_time desc, s.id desc limit ${reach}`
}

/** The people that sessions of a scope can have. A person may leave an organization while their sessions stay in it. */
function peopleOf(scope: WideListQuery['scope'], names: NameOrder, turn: Sql): Sql {
  if (scope.kind === 'all') return sql`people`
  const columns = sql.join([...names.columns, sql`p.id`])
  const keys = personKeys(names, turn)
  const isOne = scope.ids.length === 1
  const isMember = isOne
    ? sql`p.organization_id = ${scope.ids[0]}`
    : sql`p.organization_id = any(${scope.ids}::uuid[])`
  const guestOf = isOne
    ? sql`g.organization_id = ${scope.ids[0]}`
    : sql`g.organization_id = any(${scope.ids}::uuid[])`
  return sql`(
    (select ${columns} from people p where ${isMember} order by ${keys})
    union all
    (select ${columns} from people p
     where p.id in (select g.person_id from organization_guests g where ${guestOf}) and (${isMember}) is not true
     order by ${keys}))`
}
