import { expect, test } from 'vitest'
import { invoiceWords, monthText, periodText } from './invoice-words.ts'

const paper = {
  invoice_num: 418,
  start_date: '2026-10-01',
  end_date: '2026-11-01',
  from: ['Parley Coaching Inc.', '200 Fore Street'],
  organization: {
    displayName: 'Northlight Leadership Partners',
    billingAddress: '41 Harbor Street, Suite 9\nPortland, ME 04101',
    rate: 15_000,
    time_zone: 'America/New_York',
  },
  no_show_billed: false,
  line_items: [
    { name: 'Dana Whitfield', coached_time: 2490, billed_time: 2400, unbilled_time: 90, subtotal: 600_000 },
  ],
  billed_time: 2400,
  unbilled_time: 90,
  amount: 600_000,
}

test('an invoice in words has its number, terms, the last day of its period as date, and a line for each coach [BILL-08 BILL-10 BILL-11 BILL-16]', () => {
  const words = invoiceWords(paper)
  expect(words.number).toBe('00418')
  expect(words.facts).toEqual([
    { label: 'Invoice date', value: 'Oct 31, 2026' },
    { label: 'Period', value: 'Oct 1 – 31, 2026' },
    { label: 'Payment terms', value: 'Upon Receipt' },
    { label: 'Hourly rate', value: '$150.00' },
  ])
  expect(words.billedTo).toEqual([
    'Northlight Leadership Partners',
    '41 Harbor Street, Suite 9',
    'Portland, ME 04101',
  ])
  expect(words.lines).toEqual([
    {
      name: 'Dana Whitfield',
      coached: '41 h 30 min',
      billed: '40 h 00 min',
      unbilled: '1 h 30 min',
      subtotal: '$6,000.00',
    },
  ])
  expect(words.total).toMatchObject({ name: 'Total', coached: '41 h 30 min', subtotal: '$6,000.00' })
  expect(words.heads).toEqual({
    name: 'Coach',
    coached: 'Coached',
    billed: 'Billed',
    unbilled: 'Unbilled',
    subtotal: 'Subtotal',
  })
  const countedWith = (noShows: string) =>
    `Completed sessions are billed by their scheduled time, in whole minutes. ${noShows} Sessions marked not billable count as unbilled, and cancelled ones do not count. The month is counted in New York time.`
  expect(words.counted).toBe(countedWith('No-shows are not billed.'))
  expect(invoiceWords({ ...paper, no_show_billed: true }).counted).toBe(
    countedWith('A no-show is billed where the coach was in the call for 5 minutes or more after its start.'),
  )
})

test('a period is shown by its days and its month, also in December and in a leap February', () => {
  expect(periodText({ start_date: '2026-12-01', end_date: '2027-01-01' })).toBe('Dec 1 – 31, 2026')
  expect(periodText({ start_date: '2028-02-01', end_date: '2028-03-01' })).toBe('Feb 1 – 29, 2028')
  expect(monthText({ start_date: '2026-11-01' })).toBe('November 2026')
})
