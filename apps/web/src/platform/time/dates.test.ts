import { expect, test } from 'vitest'
import { agoText, dayText, instantText, listTimeText, minutesApart, spanText } from './dates.ts'

const newYork = 'America/New_York'
const now = Date.parse('2026-11-16T14:18:00Z')

test('days and instants are written in the given zone', () => {
  expect(dayText(newYork, '2022-03-05T02:00:00.000Z')).toBe('Mar 4, 2022')
  expect(instantText(newYork, '2026-11-16T14:30:00.000Z')).toBe('Nov 16, 2026 9:30 AM')
})

test('a list shows today as a time, yesterday by name and other days in full', () => {
  expect(listTimeText(newYork, '2026-11-16T14:14:02.000Z', now)).toBe('Today, 9:14:02 AM')
  expect(listTimeText(newYork, '2026-11-15T23:40:00.000Z', now)).toBe('Yesterday, 6:40 PM')
  expect(listTimeText(newYork, '2026-11-09T14:30:00.000Z', now)).toBe('Nov 9, 2026 9:30 AM')
})

test('yesterday is the previous calendar day, even if that had 23 hours', () => {
  // Half past midnight on Monday, March 9; the clocks went forward on Sunday.
  const monday = Date.parse('2026-03-09T04:30:00Z')
  expect(listTimeText(newYork, '2026-03-08T23:30:00.000Z', monday)).toBe('Yesterday, 7:30 PM')
  expect(listTimeText(newYork, '2026-03-08T04:30:00.000Z', monday)).toBe('Mar 7, 2026 11:30 PM')
})

test('an age is given in minutes and hours and then as a date, a span in days, weeks, months and years', () => {
  expect(agoText(newYork, '2026-11-16T14:17:30.000Z', now)).toBe('just now')
  expect(agoText(newYork, '2026-11-16T14:17:00.000Z', now)).toBe('1 min ago')
  expect(agoText(newYork, '2026-11-16T13:19:00.000Z', now)).toBe('59 min ago')
  expect(agoText(newYork, '2026-11-16T13:18:00.000Z', now)).toBe('1 h ago')
  expect(agoText(newYork, '2026-11-16T12:10:00.000Z', now)).toBe('2 h ago')
  expect(agoText(newYork, '2026-11-15T14:19:00.000Z', now)).toBe('23 h ago')
  expect(agoText(newYork, '2026-11-15T14:18:00.000Z', now)).toBe('Nov 15, 2026')
  expect(agoText(newYork, '2026-11-12T12:10:00.000Z', now)).toBe('Nov 12, 2026')
  expect(spanText('2022-03-04T12:00:00.000Z', now)).toBe('4 years, 8 months')
  expect(spanText('2026-11-16T12:00:00.000Z', now)).toBe('since today')
  expect(spanText('2026-11-15T12:00:00.000Z', now)).toBe('1 day')
  expect(spanText('2026-11-03T12:00:00.000Z', now)).toBe('13 days')
  expect(spanText('2026-11-02T12:00:00.000Z', now)).toBe('2 weeks')
  expect(spanText('2025-11-17T12:00:00.000Z', now)).toBe('11 months')
  expect(spanText('2025-11-16T12:00:00.000Z', now)).toBe('1 year')
})

test.each([
  ['Europe/Berlin', newYork, now, 360],
  [newYork, 'Europe/Berlin', now, -360],
  ['Asia/Kolkata', newYork, now, 630],
  ['Asia/Kolkata', newYork, Date.UTC(2026, 6, 16), 570],
  ['America/Detroit', newYork, now, 0],
  // The same wall clock on another day.
  ['Pacific/Kiritimati', 'Pacific/Honolulu', now, 1440],
])('the clock in %s is ahead of %s at %i by %i minutes', (zone, other, at, minutes) => {
  expect(minutesApart(zone, other, at)).toBe(minutes)
})
