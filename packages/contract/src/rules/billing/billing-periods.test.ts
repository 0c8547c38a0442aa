import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  instantsOf,
  invoiceDate,
  periodAfter,
  periodOf,
  termsFor,
  withTerms,
  type TermsInTime,
} from './billing-periods.ts'
import { daysLater } from '#rules/time/clock-times.ts'

describe("a period is a calendar month in the organization's time zone [BILL-12]", () => {
  test.each([
    ['2026-11-17', '2026-11-01', '2026-12-01'],
    ['2026-12-31', '2026-12-01', '2027-01-01'],
    ['2028-02-29', '2028-02-01', '2028-03-01'],
  ])('%s lies in the period from %s to %s', (day, start, end) => {
    expect(periodOf(day)).toEqual({ start, end })
  })

  test.each([
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z', 721],
    ['2026-03-01', 'America/New_York', '2026-03-01T05:00:00Z', '2026-04-01T04:00:00Z', 743],
    ['2026-10-01', 'Europe/Berlin', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z', 745],
    ['2026-11-01', 'Pacific/Kiritimati', '2026-10-31T10:00:00Z', '2026-11-30T10:00:00Z', 720],
    // The clocks went forward an hour at midnight of the first, so the day began at one.
    ['1978-10-01', 'America/Asuncion', '1978-10-01T04:00:00Z', '1978-11-01T03:00:00Z', 743],
  ])('the month of %s in %s lasts from %s until %s, %i hours', (day, zone, from, until, hours) => {
    const instants = instantsOf(periodOf(day), zone)
    expect(instants).toEqual([Date.parse(from), Date.parse(until)])
    expect((instants[1] - instants[0]) / 3_600_000).toBe(hours)
  })

  test('each period begins at the instant at which the one before ends, in any zone', () => {
    const zones = [
      'America/New_York',
      'Europe/Berlin',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'America/Asuncion',
    ]
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(...zones), (days, zone) => {
        const period = periodOf(daysLater('2000-01-01', days))
        const next = periodAfter(period)
        expect(next.start).toBe(period.end)
        expect(instantsOf(next, zone)[0]).toBe(instantsOf(period, zone)[1])
      }),
    )
  })
})

test('an invoice is dated the last day of its period [BILL-11]', () => {
  expect(invoiceDate({ end: '2026-11-01' })).toBe('2026-10-31')
  expect(invoiceDate({ end: '2028-03-01' })).toBe('2028-02-29')
})

describe('changed terms apply from the first period that begins after the change [BILL-33]', () => {
  const old = { rate: 15_000, noShowBilled: false }
  const dearer = { rate: 17_000, noShowBilled: false }
  const strict = { rate: 17_000, noShowBilled: true }
  const since = (terms: TermsInTime) => (month: string) => termsFor(terms, periodOf(`${month}-15`))

  test('a rate changed in October applies from November, a policy changed in November from December', () => {
    const october = withTerms({ terms: old, former: [] }, dearer, '2026-10-31')
    const november = since(withTerms(october, strict, '2026-11-01'))
    expect(['2026-09', '2026-10', '2026-11', '2026-12'].map(november)).toEqual([old, old, dearer, strict])
  })

  test('a second change in a month replaces the first', () => {
    const twice = withTerms(withTerms({ terms: old, former: [] }, dearer, '2026-11-03'), strict, '2026-11-30')
    expect(twice.former).toEqual([{ until: '2026-12-01', terms: old }])
    expect(since(twice)('2026-12')).toEqual(strict)
  })

  test('a change that is reverted in the same month leaves no trace', () => {
    const back = withTerms(withTerms({ terms: old, former: [] }, strict, '2026-11-03'), old, '2026-11-04')
    expect(back).toEqual({ terms: old, former: [] })
  })

  test('no change affects a period that has begun', () => {
    const anyTerms = fc.record({ rate: fc.integer({ min: 1, max: 9 }), noShowBilled: fc.boolean() })
    const changes = fc.array(fc.record({ terms: anyTerms, days: fc.integer({ min: 0, max: 40 }) }), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(changes, anyTerms, (some, first) => {
        let inTime: TermsInTime = { terms: first, former: [] }
        let day = '2026-01-01'
        for (const { terms, days } of some) {
          day = daysLater(day, days)
          const begun = Array.from({ length: 24 }, (_, i) =>
            periodOf(daysLater('2025-06-01', i * 31)),
          ).filter(({ start }) => start <= day)
          const changed = withTerms(inTime, terms, day)
          for (const period of begun) expect(termsFor(changed, period)).toEqual(termsFor(inTime, period))
          expect(termsFor(changed, periodAfter(periodOf(day)))).toEqual(terms)
          inTime = changed
        }
      }),
    )
  })
})
