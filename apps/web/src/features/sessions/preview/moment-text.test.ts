import { expect, test } from 'vitest'
import { momentText, remindersText, shortDayText } from './moment-text.ts'

const zone = 'America/New_York'
const now = Date.parse('2026-11-16T14:00:00Z')
const at = (instant: string) => Date.parse(instant)

test("a moment reads 'Today' or has its date, with the year if that is not this year", () => {
  expect(momentText(zone, at('2026-11-16T14:14:00Z'), now)).toBe('Today, 9:14 AM')
  // In New York it is still the evening before.
  expect(momentText(zone, at('2026-11-16T03:00:00Z'), now)).toBe('Nov 15, 10:00 PM')
  expect(momentText(zone, at('2025-11-12T16:40:00Z'), now)).toBe('Nov 12, 2025, 11:40 AM')
  expect(shortDayText(zone, at('2026-11-12T16:40:00Z'), now)).toBe('Nov 12')
  expect(shortDayText(zone, at('2027-01-02T16:40:00Z'), now)).toBe('Jan 2, 2027')
})

test("the reminders line has those sent and those planned, or reads 'None' [PREVIEW-06]", () => {
  const sent = { at: '2026-11-15T14:30:00Z', sentTo: 2 }
  const sentToday = { at: '2026-11-16T13:30:00Z', sentTo: 1 }
  const planned = { at: '2026-11-16T15:30:00Z', sentTo: 0 }
  expect(remindersText(zone, [], now)).toBe('None')
  expect(remindersText(zone, [planned], now)).toBe('Planned for today, 10:30 AM')
  expect(remindersText(zone, [sent], now)).toBe('Sent Nov 15, 9:30 AM')
  expect(remindersText(zone, [sent, sentToday, planned], now)).toBe(
    'Sent Nov 15, 9:30 AM and today, 8:30 AM; next today, 10:30 AM',
  )
})
