import { listOrganizations } from '@parley/contract/organizations.ts'
import { filterProfiles, listClients, listCoaches, type Person } from '@parley/contract/people.ts'
import { request } from '#platform/server/api.ts'
import { callPage } from '#platform/server/queries.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import type { Option, OptionSource } from '#ui/choice/options.ts'

// More than fit into view; the rest is found by searching.
const limit = 20

/** Reduces an option to value and label, so that the same choice is equal wherever it came from. */
export const bare = ({ value, label }: Option): Option => ({ value, label })

const personOption = (person: Person): Option => ({
  value: person.id,
  label: nameOf(person),
  hint: person.username,
})

/** The coaches of an organization, or all coaches that the viewer sees. */
export const coachSource = (organizationId: string | undefined): OptionSource => ({
  key: `coaches ${organizationId ?? ''}`,
  load: async (search, signal) => {
    const filters = organizationId === undefined ? {} : { filters: { organization: [organizationId] } }
    const query = { page: 1, limit, search, ...filters }
    return (await callPage(listCoaches, { query }, { signal })).entries.map(personOption)
  },
})

export const clientSource: OptionSource = {
  key: 'clients',
  load: async (search, signal) => {
    const query = { page: 1, limit, search }
    return (await callPage(listClients, { query }, { signal })).entries.map(personOption)
  },
}

export const clientsOf = (organizationId: string): OptionSource => ({
  key: `clients of ${organizationId}`,
  load: async (search, signal) => {
    const query = { page: 1, limit, search, filters: { organization: [organizationId] } }
    return (await callPage(listClients, { query }, { signal })).entries.map(personOption)
  },
})

/** Every organization, for Admin and above, the only ones who choose one. */
export const organizationSource: OptionSource = {
  key: 'organizations',
  load: async (search, signal) => {
    const query = { page: 1, limit, search }
    const { entries } = await callPage(listOrganizations, { query }, { signal })
    return entries.map(({ id, displayName, name }) => ({ value: id, label: displayName, hint: name }))
  },
}

/** Options of the list filters. The server returns at most 50 of each and narrows them by a search. */
export const coachFilterSource: OptionSource = {
  key: 'coach filter',
  load: async (search, signal) => (await request(filterProfiles, { query: { q: search } }, { signal })).coach,
}

export const organizationFilterSource: OptionSource = {
  key: 'organization filter',
  load: async (search, signal) =>
    (await request(filterProfiles, { query: { q: search } }, { signal })).organization,
}
