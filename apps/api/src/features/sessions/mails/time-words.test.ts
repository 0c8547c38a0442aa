import { expect, test } from 'vitest'
import { panelOf, spanText, whenText } from './time-words.ts'

const span = (start: string, minutes = 60) => {
  const at = Date.parse(start)
  return { start: at, end: at + minutes * 60_000 }
}

test("the reader's own time comes first and the other side's beside it [S4]", () => {
  const panel = panelOf(span('2026-11-16T14:30:00.000Z'), 'Europe/Berlin', {
    name: 'Dana',
    zone: 'America/New_York',
  })
  expect(panel).toEqual({
    day: 'Monday, Nov 16, 2026',
    time: '3:30 PM – 4:30 PM',
    zone: 'your time, Berlin (CET, UTC+1)',
    other: { time: '9:30 AM for Dana', zone: 'in New York (EST, UTC-5)' },
  })
})

test("the other side's time names its day if that differs, and is left out if the clocks agree", () => {
  const start = span('2026-11-16T14:30:00.000Z')
  expect(panelOf(start, 'Europe/Berlin', { name: 'Dana', zone: 'Australia/Sydney' }).other).toEqual({
    time: 'Tue, 1:30 AM for Dana',
    zone: 'in Sydney (AEDT, UTC+11)',
  })
  expect(panelOf(start, 'Europe/Berlin', { name: 'Dana', zone: 'Europe/Oslo' }).other).toBeUndefined()
})

/** 01:30, 09:00 and 15:00 on days on which the clocks change, and the text that a reader there has to see. */
test.each([
  ['America/New_York', '2026-03-08T06:30:00.000Z', '1:30 AM EST – 3:30 AM EDT', 'EST, UTC-5'],
  ['America/New_York', '2026-03-08T13:00:00.000Z', '9:00 AM – 10:00 AM', 'EDT, UTC-4'],
  ['America/New_York', '2026-03-08T19:00:00.000Z', '3:00 PM – 4:00 PM', 'EDT, UTC-4'],
  ['America/New_York', '2026-11-01T05:30:00.000Z', '1:30 AM EDT – 1:30 AM EST', 'EDT, UTC-4'],
  ['America/New_York', '2026-11-01T06:30:00.000Z', '1:30 AM – 2:30 AM', 'EST, UTC-5'],
  ['America/New_York', '2026-11-01T14:00:00.000Z', '9:00 AM – 10:00 AM', 'EST, UTC-5'],
  ['Europe/London', '2026-03-29T00:30:00.000Z', '12:30 AM GMT – 2:30 AM BST', 'GMT, UTC+0'],
  ['Europe/London', '2026-10-25T00:30:00.000Z', '1:30 AM BST – 1:30 AM GMT', 'BST, UTC+1'],
  ['Europe/London', '2026-10-25T15:00:00.000Z', '3:00 PM – 4:00 PM', 'GMT, UTC+0'],
  ['Australia/Sydney', '2026-10-03T15:30:00.000Z', '1:30 AM AEST – 3:30 AM AEDT', 'AEST, UTC+10'],
  ['Australia/Sydney', '2026-04-05T05:00:00.000Z', '3:00 PM – 4:00 PM', 'AEST, UTC+10'],
  ['Australia/Lord_Howe', '2026-10-03T15:00:00.000Z', '1:30 AM LHST – 3:00 AM LHDT', 'LHST, UTC+10:30'],
  ['Australia/Lord_Howe', '2026-04-04T22:30:00.000Z', '9:00 AM – 10:00 AM', 'LHST, UTC+10:30'],
  ['Asia/Kolkata', '2026-11-16T03:30:00.000Z', '9:00 AM – 10:00 AM', 'IST, UTC+5:30'],
  ['Asia/Kathmandu', '2026-11-16T03:15:00.000Z', '9:00 AM – 10:00 AM', 'UTC+5:45'],
])('in %s from %s it is %s (%s) [S2 S3 S4]', (zone, start, time, label) => {
  const panel = panelOf(span(start), zone)
  expect(panel.time).toBe(time)
  expect(panel.zone).toMatch(new RegExp(`^your time, [\\w ]+ \\(${label.replaceAll('+', '\\+')}\\)$`))
})

test('a call over midnight says that it ends the next day', () => {
  expect(panelOf(span('2026-11-16T23:30:00.000Z'), 'UTC').time).toBe('11:30 PM – 12:30 AM (next day)')
})

test('subjects and sentences name the zone', () => {
  const start = span('2026-11-16T14:30:00.000Z')
  expect(whenText(start.start, 'Asia/Kathmandu')).toBe('Mon, Nov 16, 8:15 PM (GMT+5:45)')
  expect(spanText(start, 'Europe/Berlin')).toBe('Monday, Nov 16, 2026, 3:30 PM – 4:30 PM (CET, UTC+1)')
})
