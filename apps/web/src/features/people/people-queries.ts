import { listClients, listCoaches, type Person } from '@parley/contract/people.ts'
import { levels } from '@parley/contract/rules/levels.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { changesOf } from '#platform/changes/changes.ts'
import { isWholeList, listQueryOf } from '#platform/changes/new-rows.ts'

/** Everything that shows people: lists, single ones and the selectors; the own profile has a way of its own. */
export const showsPeople = ({ queryKey: [path] }: { queryKey: QueryKey }): boolean =>
  path === 'options' || (typeof path === 'string' && path.startsWith('/profiles') && path !== '/profiles/me')

/** The people in a page's cache, and their changes under way. Whoever is deleted or restored is in the other list then. */
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
