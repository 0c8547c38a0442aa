import type { Organization } from '@parley/contract/organizations.ts'
import {
  writableOrganizationFields,
  type OrganizationField,
  type Rates,
} from '@parley/contract/rules/organizations.ts'
import type { Viewer } from '@parley/contract/rules/people.ts'
import type { OrganizationRow } from './queries.ts'

/** A row as the wire has it. */
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
    retention_days: row.retention_days,
    clients: Number(row.clients),
    coaches: Number(row.coaches),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    abilities: { edit: writable.length > 0, editBilling: writable.includes('rate') },
  }
}

export const ratesOf = ({ rate_cents, rate_before_cents, rate_from }: OrganizationRow): Rates => ({
  rate: rate_cents,
  before:
    rate_before_cents === null || rate_from === null
      ? null
      : { rate: rate_before_cents, until: rate_from.getTime() },
})

/** The columns in which rates are kept. */
export const rateColumns = ({ rate, before }: Rates) => ({
  rate_cents: rate,
  rate_before_cents: before?.rate ?? null,
  rate_from: before ? new Date(before.until) : null,
})

function rateUntil(row: OrganizationRow, now: number): Organization['rateUntil'] {
  const { before } = ratesOf(row)
  if (!before || before.until <= now) return null
  return { rate: before.rate, until: new Date(before.until).toISOString() }
}

export const presentForCoach = (row: OrganizationRow) => ({
  displayName: row.display_name,
  users: Number(row.users),
  createdAt: row.created_at.toISOString(),
})

/** The wire's names turned into the table's. */
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
