import { expect, test } from 'vitest'
import { backoffMs } from './live.ts'

test('the pause doubles from one second to thirty, with a random half', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((failures) => backoffMs(failures, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
  expect(backoffMs(3, 0)).toBe(4000)
})
