import {
  createOrganization,
  getOrganization,
  updateOrganization,
  type Organization,
} from '@parley/contract/organizations.ts'
import type { Answered } from '@parley/contract/route.ts'
import {
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { request } from '#platform/server/api.ts'
import { urgencyFor, type LiveRule } from '#platform/live/refetch.ts'
import { queryOf } from '#platform/server/queries.ts'

type OneAnswer = Answered<typeof getOrganization>

/** What a coach may see of the own organization. */
export type OrganizationBrief = Pick<Organization, 'displayName' | 'users' | 'createdAt'>

export const isWhole = (answer: OneAnswer): answer is Organization => 'version' in answer

export const organizationQuery = (id: string) =>
  queryOptions({
    ...queryOf(getOrganization, { params: { id } }),
    // A late answer never replaces a newer version.
    structuralSharing: (before, next) => newer(before as OneAnswer | undefined, next as OneAnswer),
  })

function newer(before: OneAnswer | undefined, next: OneAnswer): OneAnswer {
  const isOlder = before && isWhole(before) && isWhole(next) && before.version > next.version
  return isOlder ? before : next
}

const showsOrganizations = ({ queryKey: [path] }: { queryKey: QueryKey }): boolean =>
  typeof path === 'string' && path.startsWith('/organizations')

/** Asks again for everything in view that shows organizations. */
const refetchOrganizations = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: showsOrganizations })

const changing = ['change-organization']

/** While a change of ours is under way its answer tells more than a notice. */
export const isChanging = (client: QueryClient): boolean => client.isMutating({ mutationKey: changing }) > 0

/** The page of one tells how many people it has. */
export const organizationRule: LiveRule = (notice, query, client) => {
  if (!showsOrganizations(query) || isChanging(client)) return undefined
  if (notice.kind === 'organization') return urgencyFor(query, notice)
  const isOfPeople = notice.kind === 'person' || notice.kind === 'people'
  return isOfPeople && query.queryKey[0] === getOrganization.path ? 'later' : undefined
}

export function useUpdateOrganization(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: changing,
    mutationFn: (body: z.input<typeof updateOrganization.body>) =>
      request(updateOrganization, { params: { id }, body }),
    onSuccess: (organization) => client.setQueryData(organizationQuery(id).queryKey, organization),
    onSettled: () => refetchOrganizations(client),
  })
}

export function useCreateOrganization() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof createOrganization.body>) => request(createOrganization, { body }),
    onSuccess: () => refetchOrganizations(client),
  })
}
