import { describe, expect, test } from 'vitest'
import {
  invoiceAbilities,
  invoiceNumberText,
  invoiceStatuses,
  invoiceStatusShown,
  isInvoiceInScope,
  statusesAfter,
  timeText,
} from './invoices.ts'
import { levels, type LevelName } from '#rules/people/levels.ts'

const viewer = (level: LevelName) => ({ id: 'viewer', privs: levels[level], organizationId: 'here' })
const { Pending, Paid, PastDue, Void } = invoiceStatuses

test.each([
  ['BILL-03', 0, 'Pending', 'yellow'],
  ['BILL-04', 1, 'Paid', 'green'],
  ['BILL-05', 2, 'Past Due', 'red'],
  ['BILL-06', 3, 'Void', 'gray'],
] as const)('[%s] status %i is shown as %s in %s', (_, status, label, color) => {
  expect(invoiceStatusShown(status)).toEqual({ label, color })
})

test('an invoice number has at least five digits [BILL-08]', () => {
  expect([1, 418, 99_999, 123_456].map(invoiceNumberText)).toEqual(['00001', '00418', '99999', '123456'])
})

test('a time is shown in hours and minutes', () => {
  expect([0, 45, 60, 1995, 2400].map(timeText)).toEqual([
    '0 min',
    '45 min',
    '1 h 00 min',
    '33 h 15 min',
    '40 h 00 min',
  ])
})

describe('rights on invoices', () => {
  test.each([
    ['Client', false, false],
    ['Coach', false, false],
    ['OrgAdmin', true, false],
    ['Admin', true, true],
    ['Super', true, true],
  ] as const)(
    '%s sees invoices of their own organization: %s, of others: %s [BILL-01 BILL-02]',
    (level, own, others) => {
      expect(isInvoiceInScope(viewer(level), 'here')).toBe(own)
      expect(isInvoiceInScope(viewer(level), 'there')).toBe(others)
    },
  )

  const facts = { organization_id: 'here', status: Pending, isReissued: false } as const

  test('Admin and above change the status, reissue and pay, and an OrgAdmin only pays [BILL-07 BILL-38]', () => {
    expect(invoiceAbilities(viewer('OrgAdmin'), facts)).toEqual({
      changeStatus: false,
      reissue: false,
      pay: true,
    })
    for (const level of ['Admin', 'Super'] as const)
      expect(invoiceAbilities(viewer(level), facts)).toEqual({ changeStatus: true, reissue: true, pay: true })
  })

  test('a paid invoice cannot be reissued [BILL-39]', () => {
    const may = [Pending, Paid, PastDue, Void].map(
      (status) => invoiceAbilities(viewer('Admin'), { ...facts, status }).reissue,
    )
    expect(may).toEqual([true, false, true, true])
  })

  test('nobody can pay an invoice that is paid or void [PAY-03]', () => {
    const pays = [Pending, Paid, PastDue, Void].map(
      (status) => invoiceAbilities(viewer('Super'), { ...facts, status }).pay,
    )
    expect(pays).toEqual([true, false, true, false])
  })

  test('an invoice can change from any status to any other, but stays void once it is reissued [BILL-40]', () => {
    for (const status of [Pending, Paid, PastDue, Void])
      expect(statusesAfter({ status, isReissued: false })).toEqual(
        [Pending, Paid, PastDue, Void].filter((other) => other !== status),
      )
    const reissued = { ...facts, status: Void, isReissued: true }
    expect(statusesAfter(reissued)).toEqual([])
    expect(invoiceAbilities(viewer('Super'), reissued)).toEqual({
      changeStatus: false,
      reissue: false,
      pay: false,
    })
  })
})
