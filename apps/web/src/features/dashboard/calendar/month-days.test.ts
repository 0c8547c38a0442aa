import { expect, test } from 'vitest'
import { dayByKey, longDay, monthName, monthsLater, weeksOf } from './month-days.ts'

const [sunday, monday] = [0, 1] as const

test('a month is shown in whole weeks that begin on the given weekday', () => {
  const november = weeksOf('2026-11-16', sunday)
  expect(november).toHaveLength(5)
  expect(november[0]?.[0]).toBe('2026-11-01')
  expect(november[4]).toEqual([
    '2026-11-29',
    '2026-11-30',
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
  ])
  expect(weeksOf('2026-02-10', sunday)).toHaveLength(4)
  expect(weeksOf('2026-08-01', sunday)).toHaveLength(6)
  expect(weeksOf('2026-08-01', sunday)[0]?.[0]).toBe('2026-07-26')
  const fromMonday = weeksOf('2026-11-16', monday)
  expect(fromMonday).toHaveLength(6)
  expect(fromMonday[0]?.[0]).toBe('2026-10-26')
  expect(dayByKey('2026-11-15', 'Home', monday)).toBe('2026-11-09')
  expect(dayByKey('2026-11-15', 'End', monday)).toBe('2026-11-15')
})

test('moving to another month keeps the day, or takes the last day of a shorter month', () => {
  expect(monthsLater('2026-10-31', 1)).toBe('2026-11-30')
  expect(monthsLater('2028-01-30', 1)).toBe('2028-02-29')
  expect(monthsLater('2026-01-15', -1)).toBe('2025-12-15')
})

test.each([
  ['ArrowLeft', '2026-11-15'],
  ['ArrowRight', '2026-11-17'],
  ['ArrowUp', '2026-11-09'],
  ['ArrowDown', '2026-11-23'],
  ['Home', '2026-11-15'],
  ['End', '2026-11-21'],
  ['PageUp', '2026-10-16'],
  ['PageDown', '2026-12-16'],
  ['a', undefined],
])('%s moves from Nov 16 to %s', (key, day) => expect(dayByKey('2026-11-16', key, sunday)).toBe(day))

test('months and days are written with their names', () => {
  expect(monthName('2026-11-01')).toBe('November 2026')
  expect(longDay('2026-11-16')).toBe('Monday, November 16, 2026')
})
