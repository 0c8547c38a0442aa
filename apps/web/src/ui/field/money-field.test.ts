import { expect, test } from 'vitest'
import { centsOf } from './money-field.tsx'

test('an amount in dollars is parsed as cents', () => {
  expect(centsOf('150')).toBe(15_000)
  expect(centsOf('$1,250.5')).toBe(125_050)
  expect(centsOf('19.99')).toBe(1999)
  expect(centsOf('-150.00')).toBe(-15_000)
  expect(centsOf('0.005')).toBe(0.5)
})

test('text that is not an amount is parsed as NaN', () => {
  for (const text of ['', ' ', 'abc', '1.2.3', '--1', '1e3']) expect(centsOf(text)).toBeNaN()
})
