import { expect, test } from 'vitest'
import { backOffMs, lossesAfter } from './back-off.ts'

test('the wait doubles from four seconds up to thirty, and jitter spreads it over nine tenths of that', () => {
  expect([1, 2, 3, 4, 50].map((losses) => backOffMs(losses, 1))).toEqual([4000, 8000, 16_000, 30_000, 30_000])
  expect(backOffMs(1, 0)).toBe(400)
})

test('only a stream that lasted thirty seconds resets the back-off', () => {
  expect(lossesAfter(0, 0)).toBe(1)
  expect(lossesAfter(3, 29_999)).toBe(4)
  expect(lossesAfter(3, 30_000)).toBe(1)
})
