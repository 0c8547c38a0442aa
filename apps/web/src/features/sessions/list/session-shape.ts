import type { OwnProfile } from '@parley/contract/identity.ts'
import {
  filterSessions,
  type Session,
  type sessionColumns,
  type SessionFilters,
} from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { statusLabel } from '@parley/contract/rules/sessions/sessions.ts'
import { request } from '#platform/server/api.ts'
import type { OptionSource } from '#ui/choice/options.ts'
import type { Filter, TableShape } from '#ui/table/table-shape.ts'

export type SessionColumn = (typeof sessionColumns)[number]
type FilterName = keyof SessionFilters
type SourceName = 'status' | 'client_name' | 'coach_name' | 'organization'

/** Options of a list filter. The server returns at most 50 of each and narrows them by a search. */
const sourceOf = (field: SourceName): OptionSource => ({
  key: `session filter ${field}`,
  load: async (search, signal) =>
    (await request(filterSessions, { query: { field, q: search } }, { signal }))[field],
})

const inOrder: Session['status'][] = ['Scheduled', 'Completed', 'Cancelled', 'NoShow']

const status: Filter<FilterName> = {
  id: 'status',
  kind: 'choice',
  label: 'Status',
  options: inOrder.map((value) => ({ value, label: statusLabel(value) })),
  counts: sourceOf('status'),
}

const box = (id: SourceName, label: string): Filter<FilterName> => ({
  id,
  kind: 'choice',
  label,
  options: sourceOf(id),
  layout: 'box',
})

const organization: Filter<FilterName> = {
  id: 'organization',
  kind: 'choice',
  label: 'Organization',
  options: sourceOf('organization'),
}

const sortsFor = {
  all: [
    { column: 'title', label: 'Title' },
    { column: 'start_time', label: 'Date' },
    { column: 'status', label: 'Status' },
  ],
  admin: [{ column: 'organization', label: 'Organization' }],
  client: [
    { column: 'client_name', label: 'Client name' },
    { column: 'client_username', label: 'Client username' },
    { column: 'client_first_name', label: 'Client first name' },
    { column: 'client_last_name', label: 'Client last name' },
  ],
  orgAdmin: [
    { column: 'coach_name', label: 'Coach name' },
    { column: 'coach_first_name', label: 'Coach first name' },
    { column: 'coach_last_name', label: 'Coach last name' },
  ],
} as const satisfies Record<string, readonly { column: SessionColumn; label: string }[]>

/** Sorts and filters of the list. Coach and organization filters are for OrgAdmin and above (docs/rules.md §3). */
export function sessionShape({ privs }: OwnProfile): TableShape<SessionColumn, FilterName> {
  const isOrgAdmin = isAtLeast(privs, 'OrgAdmin')
  return {
    name: 'sessions',
    noun: ['session', 'sessions'],
    searchLabel: isOrgAdmin ? 'Search title, client or coach' : 'Search title or client',
    sorts: [
      ...sortsFor.all,
      ...(isAtLeast(privs, 'Admin') ? sortsFor.admin : []),
      ...sortsFor.client,
      ...(isOrgAdmin ? sortsFor.orgAdmin : []),
    ],
    defaultOrder: ['start_time', 'DESC'],
    filters: isOrgAdmin
      ? [status, organization, box('coach_name', 'Coach'), box('client_name', 'Client')]
      : [status, box('client_name', 'Client')],
  }
}
