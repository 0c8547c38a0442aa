import { clockIn, dayRange } from '@parley/contract/rules/time/clock-times.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hourMarks, offHours, partOf, placeOf, scaleFor, stepsOf } from './ruler-scale.ts'

const hour = 3_600_000
const newYork = 'America/New_York'
const [midnight] = dayRange('2026-11-16', newYork)
const from = (hours: number, length = 1) => ({
  start: midnight + hours * hour,
  end: midnight + (hours + length) * hour,
})
const shown = (scale: { start: number; end: number }) => [
  clockIn(scale.start, newYork),
  clockIn(scale.end, newYork),
]

describe('a scale', () => {
  test('a scale shows 8 AM to 6 PM, and more if the chosen time is outside that', () => {
    expect(shown(scaleFor('2026-11-16', newYork, []))).toEqual(['08:00', '18:00'])
    expect(shown(scaleFor('2026-11-16', newYork, [from(3.75)]))).toEqual(['02:00', '18:00'])
    expect(shown(scaleFor('2026-11-16', newYork, [from(18)]))).toEqual(['08:00', '20:00'])
    expect(shown(scaleFor('2026-11-16', newYork, [from(23.5)]))).toEqual(['08:00', '01:00'])
  })

  test('a scale contains the whole span and starts on an hour mark, also on days when the clocks change', () => {
    const zones = ['America/New_York', 'Europe/London', 'Australia/Sydney', 'Australia/Lord_Howe'] as const
    const days = ['2026-11-01', '2027-03-14', '2026-10-25', '2027-03-28', '2026-10-04', '2027-04-04']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...days),
        fc.integer({ min: 0, max: 90 }),
        fc.integer({ min: 1, max: 32 }),
        (zone, day, step, length) => {
          const [start] = dayRange(day, zone)
          const span = { start: start + step * 900_000, end: start + (step + length) * 900_000 }
          const scale = scaleFor(day, zone, [span])
          expect(scale.start).toBeLessThanOrEqual(span.start)
          expect(scale.end).toBeGreaterThanOrEqual(span.end)
          expect(clockIn(scale.start, zone).slice(3)).toMatch(/00|30/)
          expect(hourMarks(scale)[0]).toBe(scale.start)
        },
      ),
    )
  })

  test('a scale converts instants to positions, spans to their visible part, and drags to steps', () => {
    const scale = from(8, 10)
    expect(placeOf(scale, midnight + 13 * hour)).toBe(0.5)
    expect(partOf(scale, from(7, 2))).toEqual({ from: 0, size: 0.1 })
    expect(partOf(scale, from(19))).toBeUndefined()
    expect(stepsOf(scale, 0.1)).toBe(hour)
    expect(stepsOf(scale, 0.01)).toBe(0)
    expect(stepsOf(scale, 0.02)).toBe(900_000)
  })
})

test('time outside working hours is one hatched stretch, and nothing is hatched without working hours', () => {
  const hours = { zone: 'Europe/Berlin', workingHours: { mon: [['09:00', '17:00'] as [string, string]] } }
  expect(offHours(from(8, 10), hours)).toEqual([from(11, 7)])
  expect(offHours(from(8, 10), { ...hours, workingHours: null })).toEqual([])
})
