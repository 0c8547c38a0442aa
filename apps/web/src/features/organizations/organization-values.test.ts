import { expect, test } from 'vitest'
import type { Organization } from '@parley/contract/organizations.ts'
import { bodyOf, judgeOrganization, usualFields, valuesOf } from './organization-values.ts'

const organization: Organization = {
  id: 'northlight',
  name: 'Northlight Coaching Ltd',
  displayName: 'Northlight Coaching',
  billingAddress: '1 Quay Street',
  rate: 11_500,
  time_zone: 'America/New_York',
  contact: '',
  billingEmail: null,
  ...usualFields,
  rateUntil: null,
  users: 12,
  clients: 9,
  coaches: 3,
  abilities: { edit: true, editBilling: true },
  createdAt: '2026-01-05T14:00:00.000Z',
  updatedAt: '2026-01-05T14:00:00.000Z',
  version: 1,
}
const values = valuesOf(organization)

test('a new organization has a waiting room, files in the chat and the streamed application, and keeps data for a year', () => {
  expect(usualFields).toEqual({
    no_show_billed: false,
    waiting_room: true,
    chat_files: true,
    streamed_app: true,
    two_factor_required: false,
    copies_told: false,
    retention_days: 365,
  })
})

test('an address for invoices that is not given is an empty text in the form, and none on the wire', () => {
  expect(values.billingEmail).toBe('')
  expect(bodyOf({ billingEmail: ' ' })).toEqual({ billingEmail: null })
  expect(bodyOf({ billingEmail: 'a@b.co', contact: 'Helena' })).toEqual({
    billingEmail: 'a@b.co',
    contact: 'Helena',
  })
  expect(bodyOf<Partial<typeof values>>({ contact: 'Helena' })).toEqual({ contact: 'Helena' })
})

test('the address for invoices is judged where one is given', () => {
  expect(judgeOrganization(values)).toEqual({})
  expect(judgeOrganization({ ...values, billingEmail: '  ' })).toEqual({})
  expect(judgeOrganization({ ...values, billingEmail: 'helena@' })).toEqual({
    billingEmail: 'Email address is not complete',
  })
  expect(judgeOrganization({ ...values, name: '' })).toEqual({ name: 'Name is required' })
})
