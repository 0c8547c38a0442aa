import { expect, test } from 'vitest'
import { centsOf } from './cents.ts'

test('dollars are read as cents', () => {
  expect(centsOf('150')).toBe(15_000)
  expect(centsOf('$1,250.5')).toBe(125_050)
  expect(centsOf('19.99')).toBe(1999)
  expect(centsOf('-150.00')).toBe(-15_000)
  expect(centsOf('0.005')).toBe(0.5)
})

test('what is no amount is none', () => {
  for (const text of ['', ' ', 'abc', '1.2.3', '--1', '1e3']) expect(centsOf(text)).toBeNaN()
})
