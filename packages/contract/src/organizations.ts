import * as z from 'zod/mini'
import { listOf, listQuery } from './wire/lists.ts'
import { route } from './wire/route.ts'
import { emailField, id, instant, line, lines } from './wire/shapes.ts'
import { isTimeZone } from './rules/time/time-zones.ts'

/** The fields of an organization's form, validated alike by web and server. Money is in integer cents. */
export const organizationFields = {
  name: line(500).check(z.minLength(1, 'Name is required')),
  displayName: line(500).check(z.minLength(1, 'Organization Name is required')),
  billingAddress: lines(500).check(z.minLength(1, 'Billing Address is required')),
  rate: z
    .number('Billing Rate is required')
    .check(
      z.int('Billing Rate is in whole cents.'),
      z.positive('Billing Rate must be positive.'),
      z.lte(100_000_000),
    ),
  time_zone: z.string().check(z.refine(isTimeZone, 'This time zone is not known')),
  contact: lines(500),
  billingEmail: z.nullable(emailField),
  no_show_billed: z.boolean(),
  waiting_room: z.boolean(),
  chat_files: z.boolean(),
  streamed_app: z.boolean(),
  two_factor_required: z.boolean(),
  copies_told: z.boolean(),
  retention_days: z
    .number('Retention is required')
    .check(z.int('Write whole days.'), z.gte(30, 'Keep data for at least 30 days.'), z.lte(36_500)),
} as const

const summary = { displayName: z.string(), users: z.number(), createdAt: instant }

/** A coach sees only the display name, Active Since and Current Users of their own organization. */
export const organizationForCoach = z.strictObject(summary)

export const organization = z.strictObject({
  id,
  ...summary,
  name: z.string(),
  billingAddress: z.string(),
  rate: z.number(),
  /** If the rate was changed this month: the rate that still applies, and until when. */
  rateUntil: z.nullable(z.strictObject({ rate: z.number(), until: instant })),
  time_zone: z.string(),
  contact: z.string(),
  billingEmail: z.nullable(z.string()),
  no_show_billed: z.boolean(),
  waiting_room: z.boolean(),
  chat_files: z.boolean(),
  streamed_app: z.boolean(),
  two_factor_required: z.boolean(),
  copies_told: z.boolean(),
  retention_days: z.number(),
  clients: z.number(),
  coaches: z.number(),
  updatedAt: instant,
  version: z.number(),
  abilities: z.strictObject({ edit: z.boolean(), editBilling: z.boolean() }),
})
export type Organization = z.output<typeof organization>

export const organizationColumns = ['displayName', 'name', 'rate', 'createdAt'] as const

export const listOrganizations = route({
  method: 'GET',
  effect: 'reads',
  path: '/organizations',
  summary: 'All organizations for Admin and above, their own for others.',
  access: { level: 'Coach' },
  query: listQuery(organizationColumns, z.strictObject({})),
  answer: z.union([listOf(organization), z.array(organizationForCoach)]),
  errors: ['page_too_far'],
})

const byId = z.strictObject({ id })

export const getOrganization = route({
  method: 'GET',
  effect: 'reads',
  path: '/organizations/:id',
  summary: 'One organization in scope.',
  access: { level: 'Coach' },
  params: byId,
  answer: z.union([organization, organizationForCoach]),
  errors: ['organization_not_found'],
})

export const createOrganization = route({
  method: 'POST',
  effect: 'acts',
  path: '/organizations/create',
  summary: 'Creates an organization.',
  access: { level: 'Admin' },
  body: z.strictObject({
    name: organizationFields.name,
    displayName: organizationFields.displayName,
    billingAddress: organizationFields.billingAddress,
    rate: organizationFields.rate,
    time_zone: z.optional(organizationFields.time_zone),
    contact: z.optional(organizationFields.contact),
    billingEmail: z.optional(organizationFields.billingEmail),
  }),
  answer: organization,
  errors: ['organization_name_taken'],
})

export const updateOrganization = route({
  method: 'POST',
  effect: 'acts',
  path: '/organizations/update/:id',
  summary: 'Changes only the given fields of an organization.',
  access: { level: 'OrgAdmin' },
  params: byId,
  body: z.extend(z.partial(z.strictObject(organizationFields)), { version: z.optional(z.number()) }),
  answer: organization,
  errors: ['organization_not_found', 'field_not_yours', 'organization_name_taken', 'stale'],
})
