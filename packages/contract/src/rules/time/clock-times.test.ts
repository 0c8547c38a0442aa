import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clockIn,
  dayIn,
  dayRange,
  endChoices,
  monthRange,
  resolveClockTime,
  weekStart,
  isOnStep,
  roundToStep,
} from './clock-times.ts'

/** For each zone the two days of a clock change, with the skipped and the doubled hour (Lord Howe: half hour). */
const changes = [
  ['America/New_York', '2026-03-08', '02:30', '03:00', '2026-11-01', '01:30', 60],
  ['Europe/London', '2026-03-29', '01:30', '02:00', '2026-10-25', '01:30', 60],
  ['Australia/Sydney', '2026-10-04', '02:30', '03:00', '2026-04-05', '02:30', 60],
  ['Australia/Lord_Howe', '2026-10-04', '02:15', '02:30', '2026-04-05', '01:45', 30],
] as const

describe.each(changes)('%s', (zone, springDay, skipped, firstAfter, autumnDay, doubled, minutes) => {
  test('a time that the clock change skips becomes the first one after the gap [FORM-29]', () => {
    const resolved = resolveClockTime(springDay, skipped, zone)
    expect(resolved.kind).toBe('gap')
    expect(clockIn(resolved.instant, zone)).toBe(firstAfter)
    expect(dayIn(resolved.instant, zone)).toBe(springDay)
  })

  test('a time that occurs twice resolves to the first, and both are offered with their offsets [FORM-30]', () => {
    const resolved = resolveClockTime(autumnDay, doubled, zone)
    expect(resolved.kind).toBe('doubled')
    expect(resolved.choices).toHaveLength(2)
    const [first, second] = resolved.choices
    expect(resolved.instant).toBe(first?.instant)
    expect((second?.instant ?? 0) - (first?.instant ?? 0)).toBe(minutes * 60_000)
    expect(first?.offset).not.toBe(second?.offset)
    for (const choice of resolved.choices) expect(clockIn(choice.instant, zone)).toBe(doubled)
  })

  test('09:00 and 15:00 are what a clock on the wall shows on both days [S2]', () => {
    for (const day of [springDay, autumnDay])
      for (const clock of ['09:00', '15:00']) {
        const { instant, kind } = resolveClockTime(day, clock, zone)
        expect(kind).toBe('plain')
        expect(clockIn(instant, zone)).toBe(clock)
        expect(dayIn(instant, zone)).toBe(day)
      }
  })

  test('the spring day is shorter and the autumn day longer by the clock change', () => {
    const length = (day: string) => {
      const [from, until] = dayRange(day, zone)
      return (until - from) / 60_000
    }
    expect(length(springDay)).toBe(24 * 60 - minutes)
    expect(length(autumnDay)).toBe(24 * 60 + minutes)
  })
})

const zones = [
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Apia',
]

test('the clock time of an instant resolves back to that instant, or to two choices that include it, in every zone [S3]', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({
        min: Date.parse('2026-01-01T00:00:00Z') / 900_000,
        max: Date.parse('2027-12-31T00:00:00Z') / 900_000,
      }),
      (zone, quarter) => {
        const instant = quarter * 900_000
        const resolved = resolveClockTime(dayIn(instant, zone), clockIn(instant, zone), zone)
        const choices = resolved.kind === 'doubled' ? resolved.choices : [resolved]
        expect(choices.map((choice) => choice.instant)).toContain(instant)
        expect(choices).toHaveLength(resolved.kind === 'doubled' ? 2 : 1)
      },
    ),
  )
})

test('end times run from start + 15 minutes to start + 8 hours, with later days marked [FORM-27 FORM-28]', () => {
  const start = Date.parse('2026-11-16T23:00:00.000-05:00')
  const choices = endChoices(start, 'America/New_York')
  expect(choices[0]?.instant).toBe(start + 900_000)
  expect(choices.at(-1)?.instant).toBe(start + 8 * 3_600_000)
  expect(choices).toHaveLength(32)
  expect(choices.filter((choice) => choice.daysLater === 0)).toHaveLength(3)
  expect(choices[3]).toEqual({ instant: start + 3_600_000, daysLater: 1 })
})

test('a month runs from midnight to midnight in its zone, and a week begins on Monday [DASH-19]', () => {
  const [from, until] = monthRange('2026-11-16', 'America/New_York')
  expect(new Date(from).toISOString()).toBe('2026-11-01T04:00:00.000Z')
  expect(new Date(until).toISOString()).toBe('2026-12-01T05:00:00.000Z')
  expect(weekStart('2026-11-16')).toBe('2026-11-16')
  expect(weekStart('2026-11-15')).toBe('2026-11-09')
})

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
