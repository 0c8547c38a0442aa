import type { OwnProfile } from '@parley/contract/identity.ts'
import type { PeopleFilters, peopleColumns } from '@parley/contract/people.ts'
import { isAtLeast, levels, type LevelName } from '@parley/contract/rules/people/levels.ts'
import type { Filter, TableShape } from '#ui/table/table-shape.ts'
import { coachFilterSource, organizationFilterSource } from '#features/people/person-selectors.ts'
import type { Kind } from '#features/people/form/person-values.ts'

export type PersonColumn = (typeof peopleColumns)[number]
type FilterName = keyof PeopleFilters

const coach: Filter<FilterName> = {
  id: 'coach',
  kind: 'choice',
  label: 'Coach',
  options: coachFilterSource,
  layout: 'box',
}

const organization: Filter<FilterName> = {
  id: 'organization',
  kind: 'choice',
  label: 'Organization',
  options: organizationFilterSource,
  layout: 'box',
}

const staff: LevelName[] = ['Coach', 'OrgAdmin', 'Admin', 'Super']

const privs: Filter<FilterName> = {
  id: 'privs',
  kind: 'choice',
  label: 'Priv level',
  options: staff.map((name) => ({ value: levels[name], label: name })),
}

const deleted: Filter<FilterName> = { id: 'deleted', kind: 'flag', label: 'Deleted' }

/**
 * Sorts and filters of the two lists. The coach filter is for OrgAdmin and above (docs/rules.md §3), the organization
 * filter for Admin and above.
 */
export function personShape(kind: Kind, me: OwnProfile): TableShape<PersonColumn, FilterName> {
  const isOrgAdmin = isAtLeast(me.privs, 'OrgAdmin')
  return {
    name: kind === 'client' ? 'clients' : 'coaches',
    noun: kind === 'client' ? ['client', 'clients'] : ['coach', 'coaches'],
    searchLabel: 'Search name, username or email',
    sorts: [
      { column: 'first_name', label: 'First name' },
      { column: 'last_name', label: 'Last name' },
      { column: 'username', label: 'Username' },
    ],
    defaultOrder: ['first_name', 'ASC'],
    filters: isOrgAdmin
      ? [
          ...(kind === 'client' ? [coach] : [privs]),
          ...(isAtLeast(me.privs, 'Admin') ? [organization] : []),
          deleted,
        ]
      : [],
  }
}
