import {
  createOrganization,
  getOrganization,
  updateOrganization,
  type Organization,
} from '@parley/contract/organizations.ts'
import type { Answered } from '@parley/contract/route.ts'
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { request } from '#platform/server/api.ts'
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

/** Asks again for everything in view that shows organizations. */
export const refetchOrganizations = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/organizations'),
  })

const changing = ['change-organization']

/** While a change of ours is under way its answer tells more than a notice. */
export const isChanging = (client: QueryClient): boolean => client.isMutating({ mutationKey: changing }) > 0

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
