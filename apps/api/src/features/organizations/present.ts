import type { Organization } from '@parley/contract/organizations.ts'
import { instantsOf, periodOf, termsFor } from '@parley/contract/rules/billing/billing-periods.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import {
  writableOrganizationFields,
  type OrganizationField,
} from '@parley/contract/rules/people/organizations.ts'
import type { Viewer } from '@parley/contract/rules/people/people.ts'
import type { OrganizationRow } from './queries.ts'
import { termsInTimeOf } from './terms.ts'

/** An organization in the API's format. */
export function presentOrganization(viewer: Viewer, row: OrganizationRow, now: number): Organization {
  const writable = writableOrganizationFields(viewer, row.id)
  return {
    id: row.id,
    name: row.name,
    ...presentForCoach(row),
    billingAddress: row.billing_address,
    rate: row.rate_cents,
    rateUntil: rateUntil(row, now),
    time_zone: row.time_zone,
    contact: row.contact,
    billingEmail: row.billing_email,
    no_show_billed: row.no_show_billed,
    waiting_room: row.waiting_room,
    chat_files: row.chat_files,
    streamed_app: row.streamed_app,
    two_factor_required: row.two_factor_required,
    copies_told: row.copies_told,
    retention_days: row.retention_days,
    clients: Number(row.clients),
    coaches: Number(row.coaches),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    abilities: { edit: writable.length > 0, editBilling: writable.includes('rate') },
  }
}

/** The rate that still applies this month, if it differs from the one that was set. */
function rateUntil(row: OrganizationRow, now: number): Organization['rateUntil'] {
  const month = periodOf(dayIn(now, row.time_zone))
  const { rate } = termsFor(termsInTimeOf(row), month)
  if (rate === row.rate_cents) return null
  return { rate, until: new Date(instantsOf(month, row.time_zone)[1]).toISOString() }
}

export const presentForCoach = (row: OrganizationRow) => ({
  displayName: row.display_name,
  users: Number(row.users),
  createdAt: row.created_at.toISOString(),
})

/** The columns of fields that have another name in the API. */
const columnNames = {
  displayName: 'display_name',
  billingAddress: 'billing_address',
  rate: 'rate_cents',
  billingEmail: 'billing_email',
} as const

export const columnsOf = (changes: Partial<Record<OrganizationField, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [
      field in columnNames ? columnNames[field as keyof typeof columnNames] : field,
      value,
    ]),
  )
