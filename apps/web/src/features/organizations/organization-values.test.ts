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

test('a new organization has a waiting room, chat files and the streamed application, and keeps data for a year', () => {
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

test('a missing invoice address is an empty text in the form, and null in the request', () => {
  expect(values.billingEmail).toBe('')
  expect(bodyOf({ billingEmail: ' ' })).toEqual({ billingEmail: null })
  expect(bodyOf({ billingEmail: 'a@b.co', contact: 'Helena' })).toEqual({
    billingEmail: 'a@b.co',
    contact: 'Helena',
  })
  expect(bodyOf<Partial<typeof values>>({ contact: 'Helena' })).toEqual({ contact: 'Helena' })
})

test('the invoice address is validated only if there is one', () => {
  expect(judgeOrganization(values)).toEqual({})
  expect(judgeOrganization({ ...values, billingEmail: '  ' })).toEqual({})
  expect(judgeOrganization({ ...values, billingEmail: 'helena@' })).toEqual({
    billingEmail: 'Email address is not complete',
  })
  expect(judgeOrganization({ ...values, name: '' })).toEqual({ name: 'Name is required' })
})
