import { clockIn, dayIn, dayRange, endChoices, isOnStep } from '@parley/contract/rules/time/clock-times.ts'
import type { Calendar } from '@parley/contract/rules/time/free-times.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  lengthOf,
  movedTo,
  newTimes,
  newTimesFor,
  startChoices,
  withChoice,
  withDay,
  withEnd,
  withFullHour,
  withStart,
  withTypedEnd,
  withTypedStart,
  type Times,
} from './session-times.ts'

const hour = 3_600_000
const quarter = hour / 4
const newYork = 'America/New_York'
const at = (text: string) => Date.parse(text)
const text = (instant: number | null) => (instant === null ? 'none' : new Date(instant).toISOString())

/** Both days on which the clocks change in 2026 and 2027, and a plain one. */
const zones: Record<string, string[]> = {
  'America/New_York': ['2026-11-01', '2027-03-14', '2026-11-16'],
  'Europe/London': ['2026-10-25', '2027-03-28', '2026-11-16'],
  'Australia/Sydney': ['2026-10-04', '2027-04-04', '2026-11-16'],
  'Australia/Lord_Howe': ['2026-10-04', '2027-04-04', '2026-11-16'],
}
const days = Object.entries(zones).flatMap(([zone, list]) => list.map((day) => ({ zone, day })))
const anyDay = fc.constantFrom(...days)
const anyMinute = fc.integer({ min: 0, max: 1439 })
const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const noonOf = (day: string, zone: string): Times => withStart(dayRange(day, zone)[0] + 12 * hour)

describe('a new session', () => {
  test('a new session ends one hour after its start [FORM-22]', () => {
    const { start, end } = newTimes(at('2026-11-16T15:58:10Z'))
    expect(text(start)).toBe('2026-11-16T16:30:00.000Z')
    expect((end ?? 0) - (start ?? 0)).toBe(hour)
  })

  test('a new session starts at least 25 minutes from now, so that the form does not warn', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400_000 }), (offset) => {
        const now = at('2026-11-16T00:00:00Z') + offset
        const { start } = newTimes(now)
        expect(start).toBeGreaterThanOrEqual(now + 25 * 60_000)
        expect(start).toBeLessThan(now + 56 * 60_000)
      }),
    )
  })
})

describe('the start', () => {
  test.each([
    ['09:07', '09:00'],
    ['09:08', '09:15'],
    ['09:22', '09:15'],
    ['09:23', '09:30'],
    ['09:53', '10:00'],
  ])('typed as %s becomes %s [FORM-21]', (typed, shown) => {
    const { start } = withTypedStart(noonOf('2026-11-16', newYork), typed, newYork)
    expect(clockIn(start ?? 0, newYork)).toBe(shown)
  })

  test('exactly between two quarter hours rounds up [FORM-21]', () => {
    expect(text(withStart(at('2026-11-16T14:07:30Z')).start)).toBe('2026-11-16T14:15:00.000Z')
    expect(text(withStart(at('2026-11-16T14:07:29Z')).start)).toBe('2026-11-16T14:00:00.000Z')
  })

  test('the start moves the end to one hour after it, whatever the length was [FORM-23]', () => {
    const long = withEnd(withStart(at('2026-11-16T14:00:00Z')), at('2026-11-16T17:30:00Z'))
    expect(text(withTypedStart(long, '11:15', newYork).end)).toBe('2026-11-16T17:15:00.000Z')
    expect(text(withStart(at('2026-11-16T18:45:00Z')).end)).toBe('2026-11-16T19:45:00.000Z')
  })

  test('the start is on a quarter hour, near the typed time unless the clocks change, with the end an hour later, on any day [FORM-21 FORM-23]', () => {
    fc.assert(
      fc.property(anyDay, anyMinute, ({ zone, day }, minute) => {
        const typed = withTypedStart(noonOf(day, zone), clockOf(minute), zone)
        const start = typed.start ?? Number.NaN
        expect(isOnStep(start)).toBe(true)
        expect(typed.end).toBe(start + hour)
        expect(isAsTyped(start, minute, zone) || isExplained(typed, minute, zone)).toBe(true)
      }),
    )
  })

  /** At most half a step away on the clock. */
  function isAsTyped(start: number, minute: number, zone: string): boolean {
    const off = Math.abs(minuteOf(clockIn(start, zone)) - minute)
    return Math.min(off, 1440 - off) <= 7
  }

  /**
   * A time that doesn't exist, or the last minutes before the clocks change: 1:58 rounds to the first time after the
   * change.
   */
  function isExplained({ start, note }: Times, minute: number, zone: string): boolean {
    const shown = minuteOf(clockIn(start ?? 0, zone))
    const isFirstAfterChange = minuteOf(clockIn((start ?? 0) - 60_000, zone)) !== (shown + 1439) % 1440
    return note?.kind === 'gap' ? shown > minute : isFirstAfterChange
  }

  test('the start may round into the next day late in the evening', () => {
    const { start } = withTypedStart(noonOf('2026-11-16', newYork), '23:53', newYork)
    expect(dayIn(start ?? 0, newYork)).toBe('2026-11-17')
    expect(clockIn(start ?? 0, newYork)).toBe('00:00')
  })
})

describe('Delete and Backspace', () => {
  test("set the start's minutes to 0 [FORM-24]", () => {
    const times = withStart(at('2026-11-16T16:45:00Z'))
    expect(text(withFullHour(times, newYork).start)).toBe('2026-11-16T16:00:00.000Z')
  })

  test("keep the start's hour and day, on any day [FORM-24]", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 91 }), ({ zone, day }, steps) => {
        const times = withStart(dayRange(day, zone)[0] + steps * quarter)
        const full = withFullHour(times, zone)
        fc.pre(full.note?.kind !== 'gap')
        expect(clockIn(full.start ?? 0, zone)).toBe(`${clockIn(times.start ?? 0, zone).slice(0, 2)}:00`)
        expect(dayIn(full.start ?? 0, zone)).toBe(day)
        expect(full.start).toBeLessThanOrEqual(times.start ?? 0)
      }),
    )
  })

  test('stay in the second of a doubled hour', () => {
    const second = withStart(at('2026-11-01T06:30:00Z'))
    expect(text(withFullHour(second, newYork).start)).toBe('2026-11-01T06:00:00.000Z')
  })
})

describe('a time that does not exist', () => {
  test.each([
    ['America/New_York', '2027-03-14', '02:30', '03:00'],
    ['Europe/London', '2027-03-28', '01:15', '02:00'],
    ['Australia/Sydney', '2026-10-04', '02:00', '03:00'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '02:30'],
  ])('in %s on %s: %s becomes %s, with a note [FORM-29]', (zone, day, typed, shown) => {
    const times = withTypedStart(noonOf(day, zone), typed, zone)
    expect(clockIn(times.start ?? 0, zone)).toBe(shown)
    expect(times.note).toMatchObject({ field: 'start_time', kind: 'gap', clock: typed })
  })

  test('a time that does not exist is also noted when a change of the day causes it [FORM-29]', () => {
    const times = withTypedStart(noonOf('2027-03-13', newYork), '02:30', newYork)
    const moved = withDay(times, '2027-03-14', newYork)
    expect(clockIn(moved.start ?? 0, newYork)).toBe('03:00')
    expect(moved.note?.kind).toBe('gap')
  })

  test('becomes the first time after the gap when typed as the end [FORM-29]', () => {
    const times = withTypedStart(noonOf('2027-03-14', newYork), '01:30', newYork)
    const ended = withTypedEnd(times, '02:30', newYork)
    expect(clockIn(ended.end ?? 0, newYork)).toBe('03:00')
    expect(ended.note).toMatchObject({ field: 'end_time', kind: 'gap' })
  })
})

describe('a doubled time', () => {
  test.each([
    ['America/New_York', '2026-11-01', '01:30', ['-04:00', '-05:00']],
    ['Europe/London', '2026-10-25', '01:45', ['+01:00', '+00:00']],
    ['Australia/Sydney', '2027-04-04', '02:15', ['+11:00', '+10:00']],
    ['Australia/Lord_Howe', '2027-04-04', '01:45', ['+11:00', '+10:30']],
  ])('in %s on %s at %s is the first one, and both are offered [FORM-30]', (zone, day, typed, offsets) => {
    const times = withTypedStart(noonOf(day, zone), typed, zone)
    expect(times.note?.choices.map((choice) => choice.offset)).toEqual(offsets)
    expect(times.start).toBe(times.note?.choices[0]?.instant)
    const second = times.note?.choices[1]?.instant ?? 0
    const other = withChoice(times, second)
    expect(other.start).toBe(second)
    expect(other.end).toBe(second + hour)
    expect(other.note?.choices).toHaveLength(2)
  })

  test('typed as the end is taken as the first one after the start [FORM-30]', () => {
    const times = withStart(at('2026-11-01T06:30:00Z'))
    expect(text(withTypedEnd(times, '01:45', newYork).end)).toBe('2026-11-01T06:45:00.000Z')
    const early = withStart(at('2026-11-01T05:00:00Z'))
    const ended = withTypedEnd(early, '01:45', newYork)
    expect(text(ended.end)).toBe('2026-11-01T05:45:00.000Z')
    expect(text(withChoice(ended, ended.note?.choices[1]?.instant ?? 0).end)).toBe('2026-11-01T06:45:00.000Z')
  })
})

describe('the end', () => {
  test('the end is taken on the same day, or after midnight if that is within eight hours [FORM-28]', () => {
    const evening = withTypedStart(noonOf('2026-11-16', newYork), '22:00', newYork)
    const late = withTypedEnd(evening, '00:30', newYork)
    expect(dayIn(late.end ?? 0, newYork)).toBe('2026-11-17')
    expect(lengthOf(late)).toBe(2.5 * hour)
    const sameDay = withTypedEnd(noonOf('2026-11-16', newYork), '13:40', newYork)
    expect(clockIn(sameDay.end ?? 0, newYork)).toBe('13:45')
  })

  test('the end stays on the same day if it is earlier than the start, to be refused [FORM-19]', () => {
    const times = withTypedEnd(noonOf('2026-11-16', newYork), '10:00', newYork)
    expect(dayIn(times.end ?? 0, newYork)).toBe('2026-11-16')
    expect(times.end).toBeLessThan(times.start ?? 0)
  })

  test('the end is offered from 15 minutes to 8 hours after the start, on any day [FORM-27]', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 91 }), ({ zone, day }, steps) => {
        const start = dayRange(day, zone)[0] + steps * quarter
        const ends = endChoices(start, zone)
        expect(ends[0]?.instant).toBe(start + quarter)
        expect(ends.at(-1)?.instant).toBe(start + 8 * hour)
        for (const { instant, daysLater } of ends) {
          expect(isOnStep(instant)).toBe(true)
          expect(daysLater).toBe(dayIn(instant, zone) === day ? 0 : 1)
          const typed = withTypedEnd(withStart(start), clockIn(instant, zone), zone)
          expect(clockIn(typed.end ?? 0, zone)).toBe(clockIn(instant, zone))
          expect(typed.end).toBeGreaterThan(start)
        }
      }),
      { numRuns: 40 },
    )
  })
})

test('moving a session keeps its length, and so does choosing another day', () => {
  const times = withEnd(withStart(at('2026-11-16T14:00:00Z')), at('2026-11-16T15:30:00Z'))
  expect(lengthOf(movedTo(times, at('2026-11-16T20:10:00Z')))).toBe(1.5 * hour)
  expect(text(movedTo(times, at('2026-11-16T20:10:00Z')).start)).toBe('2026-11-16T20:15:00.000Z')
  expect(text(withDay(times, '2026-11-19', newYork).end)).toBe('2026-11-19T15:30:00.000Z')
})

test('a day offers a start every quarter hour, 92 or 100 of them when the clocks change by an hour, and no past one [FORM-20]', () => {
  const long = startChoices(dayRange('2026-11-01', newYork), 0)
  expect(long).toHaveLength(100)
  expect(startChoices(dayRange('2027-03-14', newYork), 0)).toHaveLength(92)
  expect(startChoices(dayRange('2026-10-04', 'Australia/Lord_Howe'), 0)).toHaveLength(94)
  for (const [index, instant] of long.entries()) expect(instant).toBe((long[0] ?? 0) + index * 900_000)
  expect(text(startChoices(dayRange('2026-11-16', newYork), at('2026-11-16T15:58:00Z'))[0] ?? 0)).toBe(
    '2026-11-16T16:00:00.000Z',
  )
})

describe('a new form', () => {
  const now = at('2026-11-16T14:02:00.000Z')
  const workingHours: Calendar['workingHours'] = { mon: [['09:00', '17:00']], tue: [['09:00', '17:00']] }
  const on = (clock: string) => at(`2026-11-16T${clock}:00.000Z`)
  const coach = (busy: [string, string][]): Calendar => ({
    zone: newYork,
    workingHours,
    busy: busy.map(([start, end]) => ({ start: on(start), end: on(end) })),
  })
  const opensAt = (busy: [string, string][]) => text(newTimesFor(coach(busy), now).start)

  test('a new form opens at the next half hour with time to get ready, if the coach is free then [FORM-35]', () => {
    expect(opensAt([])).toBe('2026-11-16T14:30:00.000Z')
  })

  test('a new form opens at the coach’s next free time within working hours, never in a clash [FORM-35]', () => {
    expect(opensAt([['14:00', '15:15']])).toBe('2026-11-16T15:15:00.000Z')
    // The rest of Monday is taken: Tuesday at nine in New York.
    expect(opensAt([['14:00', '22:00']])).toBe('2026-11-17T14:00:00.000Z')
  })
})
