import {
  createOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
  type Organization,
} from '@parley/contract/organizations.ts'
import type { Answered } from '@parley/contract/wire/route.ts'
import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { changesOf } from '#platform/changes/changes.ts'
import { isWholeList, listQueryOf } from '#platform/changes/new-rows.ts'
import { request } from '#platform/server/api.ts'
import { urgencyFor, type LiveRule } from '#platform/live/refetch.ts'
import { queryOf } from '#platform/server/queries.ts'
import { browserZone } from '#platform/time/time-zone.ts'
import { usualFields } from './organization-values.ts'

type Creation = z.input<typeof createOrganization.body>
type Update = z.input<typeof updateOrganization.body>
type OneAnswer = Answered<typeof getOrganization>

/** The fields of their own organization that a coach may see. */
export type OrganizationBrief = Pick<Organization, 'displayName' | 'users' | 'createdAt'>

export const isWhole = (answer: OneAnswer): answer is Organization => 'version' in answer

export const organizationQuery = (id: string) => queryOf(getOrganization, { params: { id } })

const showsOrganizations = ({ queryKey: [path] }: { queryKey: QueryKey }): boolean =>
  typeof path === 'string' && path.startsWith('/organizations')

/** The organizations in a page's cache, with their optimistic updates. */
export const organizationCacheOf = (client: QueryClient) =>
  changesOf<Organization>(client, {
    shows: showsOrganizations,
    orderFor: ({ queryKey }) => {
      const query = queryKey[0] === listOrganizations.path ? listQueryOf(queryKey) : undefined
      return query && isWholeList(query) ? (query.order ?? ['displayName', 'ASC']) : undefined
    },
  })

/** An organization with an optimistic update under way is refetched once that is over. Its page also counts its people. */
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
    mutationFn: (body: Update) =>
      cache.change({
        row: organization,
        apply: (row) => {
          const { version: _, ...fields } = body
          return { ...row, ...fields }
        },
        act: (signal) => request(updateOrganization, { params: { id }, body }, { signal }),
      }),
  })
}

export function useCreateOrganization() {
  const cache = organizationCacheOf(useQueryClient())
  return useMutation({
    mutationFn: (body: Creation) =>
      cache.create({
        row: newOrganization(body),
        act: (signal) => request(createOrganization, { body }, { signal }),
      }),
  })
}

/** The row in the list while it is being saved. */
const newOrganization = (body: Creation): Organization => ({
  ...usualFields,
  ...body,
  time_zone: body.time_zone ?? browserZone(),
  contact: body.contact ?? '',
  billingEmail: body.billingEmail ?? null,
  id: crypto.randomUUID(),
  rateUntil: null,
  version: 0,
  users: 0,
  clients: 0,
  coaches: 0,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
  abilities: { edit: false, editBilling: false },
})
