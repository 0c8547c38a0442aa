import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billOf, centsOf, countedAs, moneyText, paidText, type CoachedTime } from './billing.ts'

const terms = { rate: 15_000, noShowBilled: false }
const underPolicy = { ...terms, noShowBilled: true }

const time = (changes: Partial<CoachedTime> = {}): CoachedTime => ({
  coachId: 'dana',
  status: 'Completed',
  billable: true,
  coachStayed: true,
  minutes: 60,
  ...changes,
})

describe('how a session is counted', () => {
  test('a completed session is billed, or unbilled if not billable, whether or not the coach stayed [BILL-20 BILL-21]', () => {
    for (const one of [terms, underPolicy])
      for (const coachStayed of [true, false]) {
        expect(countedAs(time({ coachStayed }), one)).toBe('billed')
        expect(countedAs(time({ coachStayed, billable: false }), one)).toBe('unbilled')
      }
  })

  test.each([
    ['is unbilled without the no-show policy [BILL-22]', terms, {}, 'unbilled'],
    ['is billed under the policy if billable and the coach stayed [BILL-23]', underPolicy, {}, 'billed'],
    ['is unbilled under the policy if not billable [BILL-24]', underPolicy, { billable: false }, 'unbilled'],
    [
      'is unbilled under the policy if the coach did not stay [BILL-24]',
      underPolicy,
      { coachStayed: false },
      'unbilled',
    ],
  ] as const)('a no-show %s', (_, one, changes, counted) => {
    expect(countedAs(time({ status: 'NoShow', ...changes }), one)).toBe(counted)
  })

  test('a Cancelled or Scheduled session counts no minutes and adds no line [BILL-25]', () => {
    for (const status of ['Cancelled', 'Scheduled'] as const)
      expect(billOf([time({ status })], underPolicy)).toEqual({
        lines: [],
        billed: 0,
        unbilled: 0,
        amount: 0,
      })
  })
})

describe('a subtotal is rounded half up to the cent [BILL-17]', () => {
  test.each([
    [1, 15_000, 250],
    [45, 15_000, 11_250],
    [15, 9999, 2500], // 2499.75
    [15, 9998, 2500], // 2499.5
    [15, 9997, 2499], // 2499.25
    [0, 15_000, 0],
    [1, 29, 0],
    [1, 30, 1],
  ])('%i minutes at %i cents an hour are %i cents', (minutes, rate, cents) => {
    expect(centsOf(minutes, rate)).toBe(cents)
  })

  test('the result equals exact integer arithmetic at any size', () => {
    fc.assert(
      fc.property(fc.nat(44_640 * 12), fc.integer({ min: 1, max: 100_000_000 }), (minutes, rate) => {
        const exact = (2n * BigInt(minutes) * BigInt(rate) + 60n) / 120n
        expect(BigInt(centsOf(minutes, rate))).toBe(exact)
      }),
    )
  })
})

const anyTime = fc.record({
  coachId: fc.constantFrom('dana', 'marcus', 'ingrid'),
  status: fc.constantFrom('Completed', 'NoShow', 'Cancelled', 'Scheduled'),
  billable: fc.boolean(),
  coachStayed: fc.boolean(),
  minutes: fc.integer({ min: 1, max: 32 }).map((quarters) => quarters * 15),
})
const anyTerms = fc.record({ rate: fc.integer({ min: 1, max: 100_000_000 }), noShowBilled: fc.boolean() })
const anyTimes = fc.array(anyTime, { maxLength: 40 })

describe('a bill', () => {
  test('a bill has lines that add up to its sums, one for each coach, and counts every minute of a settled session [BILL-18 BILL-26]', () => {
    fc.assert(
      fc.property(anyTimes, anyTerms, (times, one) => {
        const bill = billOf(times, one)
        const total = (pick: (line: (typeof bill.lines)[number]) => number) =>
          bill.lines.reduce((sum, line) => sum + pick(line), 0)
        expect(total((line) => line.subtotal)).toBe(bill.amount)
        expect(total((line) => line.billed)).toBe(bill.billed)
        expect(total((line) => line.unbilled)).toBe(bill.unbilled)
        expect(new Set(bill.lines.map((line) => line.coachId)).size).toBe(bill.lines.length)
        for (const line of bill.lines) expect(line.subtotal).toBe(centsOf(line.billed, one.rate))
        const settled = times.filter(({ status }) => status === 'Completed' || status === 'NoShow')
        expect(bill.billed + bill.unbilled).toBe(settled.reduce((sum, { minutes }) => sum + minutes, 0))
      }),
    )
  })

  test('a bill has the same minutes however the sessions are split up, and in any order', () => {
    fc.assert(
      fc.property(anyTimes, anyTimes, anyTerms, (some, others, one) => {
        const [a, b, all] = [billOf(some, one), billOf(others, one), billOf([...others, ...some], one)]
        expect(a.billed + b.billed).toBe(all.billed)
        expect(a.unbilled + b.unbilled).toBe(all.unbilled)
      }),
    )
  })

  test('a bill stays the same when sessions of the same kind are merged into one with the sum of their minutes', () => {
    fc.assert(
      fc.property(anyTimes, anyTerms, (times, one) => {
        const alike = new Map<string, CoachedTime>()
        for (const { minutes, ...kind } of times) {
          const key = JSON.stringify(kind)
          alike.set(key, { ...kind, minutes: minutes + (alike.get(key)?.minutes ?? 0) })
        }
        const byCoach = (bill: ReturnType<typeof billOf>) =>
          bill.lines.toSorted((a, b) => a.coachId.localeCompare(b.coachId))
        expect(byCoach(billOf([...alike.values()], one))).toEqual(byCoach(billOf(times, one)))
      }),
    )
  })
})

test('amounts are written in dollars, and a payment in its own currency', () => {
  expect(moneyText(1_627_500)).toBe('$16,275.00')
  expect(paidText(1_627_500, 'usd')).toBe('$16,275.00')
  expect(paidText(1, 'jpy')).toBe('¥1')
})
