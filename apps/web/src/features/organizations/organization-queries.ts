import {
  createOrganization,
  getOrganization,
  updateOrganization,
  type Organization,
} from '@parley/contract/organizations.ts'
import type { Answered } from '@parley/contract/route.ts'
import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { changesOf } from '#platform/changes/changes.ts'
import { request } from '#platform/server/api.ts'
import { urgencyFor, type LiveRule } from '#platform/live/refetch.ts'
import { queryOf } from '#platform/server/queries.ts'

type OneAnswer = Answered<typeof getOrganization>

/** What a coach may see of the own organization. */
export type OrganizationBrief = Pick<Organization, 'displayName' | 'users' | 'createdAt'>

export const isWhole = (answer: OneAnswer): answer is Organization => 'version' in answer

export const organizationQuery = (id: string) => queryOf(getOrganization, { params: { id } })

const showsOrganizations = ({ queryKey: [path] }: { queryKey: QueryKey }): boolean =>
  typeof path === 'string' && path.startsWith('/organizations')

/** The organizations in a page's cache, and their changes under way. */
export const organizationCacheOf = (client: QueryClient) =>
  changesOf<Organization>(client, { shows: showsOrganizations })

/** One with a change of our own under way is fetched when that is over. The page of one tells how many people it has. */
export const organizationRule: LiveRule = (notice, query, client) => {
  if (!showsOrganizations(query)) return undefined
  if (notice.kind === 'organization') {
    return organizationCacheOf(client).isUnderWay(notice.id) ? undefined : urgencyFor(query, notice)
  }
  const isOfPeople = notice.kind === 'person' || notice.kind === 'people'
  return isOfPeople && query.queryKey[0] === getOrganization.path ? 'later' : undefined
}

export function useUpdateOrganization(organization: Organization) {
  const cache = organizationCacheOf(useQueryClient())
  const { id } = organization
  return useMutation({
    mutationFn: (body: z.input<typeof updateOrganization.body>) =>
      cache.change({
        row: organization,
        // The form waits for the answer, so nothing is promised on the page.
        apply: (row) => row,
        act: (signal) => request(updateOrganization, { params: { id }, body }, { signal }),
      }),
  })
}

export function useCreateOrganization() {
  const cache = organizationCacheOf(useQueryClient())
  return useMutation({
    mutationFn: (body: z.input<typeof createOrganization.body>) =>
      cache.create((signal) => request(createOrganization, { body }, { signal })),
  })
}
