import { listClients, listCoaches, type Person } from '@parley/contract/people.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { changesOf } from '#platform/changes/changes.ts'
import { isWholeList, listQueryOf } from '#platform/changes/new-rows.ts'

/** Queries that show people: lists, single people and selectors. The own profile is handled elsewhere. */
export const showsPeople = ({ queryKey: [path] }: { queryKey: QueryKey }): boolean =>
  path === 'options' || (typeof path === 'string' && path.startsWith('/profiles') && path !== '/profiles/me')

/** The people in the query cache and their pending changes. A deleted or restored person moves to the other list. */
export const peopleCacheOf = (client: QueryClient) =>
  changesOf<Person>(client, {
    shows: showsPeople,
    stays: (before, after) => (before.deletedAt === null) === (after.deletedAt === null),
    orderFor: ({ queryKey }, { privs }) => {
      const { path } = privs === levels.Client ? listClients : listCoaches
      const query = queryKey[0] === path ? listQueryOf(queryKey) : undefined
      return query && isWholeList(query) ? (query.order ?? ['first_name', 'ASC']) : undefined
    },
  })
