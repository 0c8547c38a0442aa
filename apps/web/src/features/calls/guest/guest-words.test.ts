import { expect, test } from 'vitest'
import { countdownText, otherZoneHint, spanText, zoneText } from './guest-words.ts'

const at = (text: string) => Date.parse(text)
const now = at('2026-11-16T10:00:00Z')
const span = { start: at('2026-11-16T16:15:00Z'), end: at('2026-11-16T17:15:00Z') }

test("times are shown in the reader's time zone, with its short name [S10]", () => {
  expect(spanText(span, 'America/Mexico_City', now)).toBe('Mon, Nov 16, 10:15 AM – 11:15 AM')
  expect(zoneText('America/Mexico_City', span.start)).toBe('your time, Mexico City (CST)')
  expect(spanText(span, 'Australia/Sydney', now)).toBe('Tue, Nov 17, 3:15 AM – 4:15 AM')
})

test('a span names another year, the next day, and both zone names on a night when the clocks change', () => {
  const newYear = { start: at('2027-01-01T04:30:00Z'), end: at('2027-01-01T05:30:00Z') }
  expect(spanText(newYear, 'America/New_York', now)).toBe('Thu, Dec 31, 11:30 PM – 12:30 AM (next day)')
  expect(spanText(newYear, 'Europe/Berlin', now)).toBe('Fri, Jan 1, 2027, 5:30 AM – 6:30 AM')
  const fallBack = { start: at('2026-11-01T05:30:00Z'), end: at('2026-11-01T06:30:00Z') }
  expect(spanText(fallBack, 'America/New_York', now)).toBe('Sun, Nov 1, 1:30 AM EDT – 1:30 AM EST')
})

test('a device whose clock differs from the stored zone gets a hint, one with the same clock does not [S10]', () => {
  expect(otherZoneHint(span.start, 'America/Mexico_City', 'Europe/Berlin', now)).toBe(
    'This device is set to Mexico City. Your profile says Berlin: Mon, Nov 16, 5:15 PM (CET).',
  )
  expect(otherZoneHint(span.start, 'America/Detroit', 'America/New_York', now)).toBeUndefined()
  expect(otherZoneHint(span.start, 'America/Detroit', null, now)).toBeUndefined()
})

test.each([
  [-71 * 3600, 'Starts in 2 days'],
  [-48 * 3600, 'Starts in 2 days'],
  [-(48 * 3600 - 60), 'Starts in 47 h'],
  [-25 * 3600, 'Starts in 25 h'],
  [-90 * 60, 'Starts in 1 h'],
  [-3600, 'Starts in 1 h'],
  [-59 * 60, 'Starts in 59 min'],
  [-61, 'Starts in 2 min'],
  [-60, 'Starts in 1 min'],
  [-12 * 60, 'Starts in 12 min'],
  [-1, 'Starts in 1 min'],
  [0, 'Starts now'],
  [59, 'Starts now'],
  [60, 'Started 1 min ago'],
  [3599, 'Started 59 min ago'],
  [3600, 'Ended at 11:15 AM'],
])("%i s from the start the countdown reads '%s'", (seconds, text) => {
  expect(countdownText(span, 'America/Mexico_City', span.start + seconds * 1000)).toBe(text)
})
