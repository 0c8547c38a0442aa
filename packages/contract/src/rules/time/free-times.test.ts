import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clashWith,
  isInWorkingHours,
  nextFreeTime,
  overlaps,
  type Calendar,
  type Span,
} from './free-times.ts'

const hour = 3_600_000
const at = (clock: string, day = '2026-11-16') => Date.parse(`${day}T${clock}:00.000Z`)
const weekdays = { mon: [['09:00', '17:00']], tue: [['09:00', '17:00']] } as Calendar['workingHours']

test('spans are half-open, so one may begin when the other ends', () => {
  expect(overlaps({ start: 0, end: 1 }, { start: 1, end: 2 })).toBe(false)
  expect(overlaps({ start: 0, end: 2 }, { start: 1, end: 3 })).toBe(true)
})

test("working hours are judged in the person's time zone, and a day without hours has none", () => {
  const berlin = { zone: 'Europe/Berlin', workingHours: weekdays }
  expect(isInWorkingHours({ start: at('08:00'), end: at('09:00') }, berlin)).toBe(true)
  expect(isInWorkingHours({ start: at('07:45'), end: at('08:45') }, berlin)).toBe(false)
  expect(isInWorkingHours({ start: at('15:30'), end: at('16:30') }, berlin)).toBe(false)
  expect(isInWorkingHours({ start: at('08:00', '2026-11-15'), end: at('09:00', '2026-11-15') }, berlin)).toBe(
    false,
  )
})

test('the next free time is free for both and within working hours, or at any hour if nobody has hours then', () => {
  const coach: Calendar = {
    busy: [{ start: at('14:00'), end: at('15:00') }],
    zone: 'America/New_York',
    workingHours: weekdays,
  }
  const client: Calendar = {
    busy: [{ start: at('15:00'), end: at('15:30') }],
    zone: 'Europe/Berlin',
    workingHours: null,
  }
  expect(nextFreeTime(hour, at('14:05'), [coach, client])).toEqual({ start: at('15:30'), end: at('16:30') })
  const nights: Calendar = { busy: [], zone: 'America/New_York', workingHours: { sun: [] } }
  expect(nextFreeTime(hour, at('14:05'), [nights])).toEqual({ start: at('14:15'), end: at('15:15') })
})

test('a free time is searched for in the next two weeks and no further', () => {
  const busyFor = (length: number): Calendar => ({
    busy: [{ start: at('12:00'), end: at('12:00') + length }],
    zone: 'UTC',
    workingHours: null,
  })
  const twoWeeks = 14 * 24 * hour
  expect(nextFreeTime(hour, at('12:00'), [busyFor(twoWeeks - hour / 4)])?.start).toBe(
    at('12:00') + twoWeeks - hour / 4,
  )
  expect(nextFreeTime(hour, at('12:00'), [busyFor(twoWeeks)])).toBeUndefined()
})

test('a person without working hours is offered 8 AM to 8 PM in their own time zone [FORM-34]', () => {
  const coach: Calendar = { busy: [], zone: 'America/New_York', workingHours: weekdays }
  const sydney: Calendar = { busy: [], zone: 'Australia/Sydney', workingHours: null }
  // 9 AM to 5 PM in New York is 1 AM to 9 AM in Sydney: only the last hour is reasonable for both.
  expect(nextFreeTime(hour, at('15:00'), [coach, sydney])).toEqual({ start: at('21:00'), end: at('22:00') })
  expect(nextFreeTime(hour, at('12:00'), [sydney])).toEqual({ start: at('21:00'), end: at('22:00') })
})

test('an offered time never clashes with either calendar [S2]', () => {
  const spans = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 96 * 3 }), fc.integer({ min: 1, max: 16 }))
      .map(([from, length]): Span => ({
        start: at('00:00') + from * 900_000,
        end: at('00:00') + (from + length) * 900_000,
      })),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(spans, spans, fc.integer({ min: 1, max: 32 }), (one, other, quarters) => {
      const calendars: Calendar[] = [
        { busy: one, zone: 'America/New_York', workingHours: weekdays },
        { busy: other, zone: 'Asia/Kolkata', workingHours: null },
      ]
      const free = nextFreeTime(quarters * 900_000, at('03:07'), calendars)
      if (!free) throw new Error('nothing is free in two weeks')
      expect(free.start).toBeGreaterThanOrEqual(at('03:07'))
      for (const { busy } of calendars) expect(clashWith(free, busy)).toBeUndefined()
    }),
    { numRuns: 60 },
  )
})
