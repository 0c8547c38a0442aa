import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOnStep, roundToStep } from './rounding.ts'

const step = 900_000

test('times are rounded to the nearest quarter of an hour, ties up', () => {
  const at = (clock: string) => Date.parse(`2026-11-16T${clock}Z`)
  expect(roundToStep(at('09:07:29.999'))).toBe(at('09:00:00.000'))
  expect(roundToStep(at('09:07:30.000'))).toBe(at('09:15:00.000'))
  expect(roundToStep(at('09:59:00.000'))).toBe(at('10:00:00.000'))
})

test('rounding lands on a step, moves by at most half a step, and leaves a rounded time as it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: -4_000_000_000_000, max: 4_000_000_000_000 }), (instant) => {
      const rounded = roundToStep(instant)
      expect(Math.abs(rounded % step)).toBe(0)
      expect(Math.abs(rounded - instant)).toBeLessThanOrEqual(step / 2)
      expect(rounded - instant).toBeGreaterThan(-step / 2)
      expect(roundToStep(rounded)).toBe(rounded)
    }),
  )
})

test('only multiples of 15 minutes are on the step', () => {
  expect(isOnStep(Date.parse('2026-11-16T09:45:00.000Z'))).toBe(true)
  expect(isOnStep(Date.parse('2026-11-16T09:44:59.999Z'))).toBe(false)
})
