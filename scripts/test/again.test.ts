import { expect, test } from 'vitest'
import type { ReportedTest } from './test-reports.ts'
import { countReruns, rerunsMax, rerunsOf } from './again.ts'

const failed = (key: string, why = 'expected 1 to be 2'): ReportedTest => ({
  ...{ key, why, title: key, file: key, outcome: 'failed' },
  ran: { from: 0, until: 1000 },
})
const stolen = (share: number) => ({ worstShareBetween: () => share })

test('a failed test is rerun when a quarter of the time was stolen, and not below that', () => {
  expect(rerunsOf([failed('a')], stolen(0.25))).toMatchObject([{ test: { key: 'a' } }])
  expect(rerunsOf([failed('a')], stolen(0.24))).toEqual([])
  expect(rerunsOf([{ ...failed('a'), outcome: 'passed' }], stolen(0.9))).toEqual([])
})

test('a test with a failed import or a dropped request is rerun even when no time was stolen', () => {
  const tests = [
    failed(
      'gallery',
      'TypeError: Failed to fetch dynamically imported module: http://127.0.0.1/pay.stories.tsx',
    ),
    failed('journey', 'Error: page.goto: net::ERR_NETWORK_CHANGED at http://127.0.0.1/login'),
    failed('true failure'),
  ]
  expect(rerunsOf(tests, stolen(0)).map(({ test: { key } }) => key)).toEqual(['gallery', 'journey'])
})

test('each test that time was stolen from counts as a rerun, and all tests that a network change hit count as one', () => {
  const starved = ['a', 'b', 'c', 'd'].map((key) => failed(key))
  expect(countReruns(rerunsOf(starved, stolen(0.5)))).toBe(4)
  const cut = ['e', 'f'].map((key) => failed(key, 'net::ERR_NETWORK_CHANGED'))
  expect(countReruns(rerunsOf(cut, stolen(0.5)))).toBe(1)
  expect(countReruns(rerunsOf([...starved, ...cut], stolen(0.5)))).toBe(5)
  expect(countReruns([])).toBe(0)
  expect(rerunsMax).toBe(3)
})
