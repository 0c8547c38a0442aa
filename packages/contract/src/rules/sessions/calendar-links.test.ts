import { expect, test } from 'vitest'
import { callName, googleCalendarUrl, otherSideName, outlookCalendarUrl } from './calendar-links.ts'

const entry = {
  firstName: 'Zoë & Co',
  start: Date.parse('2026-11-16T14:30:00.000Z'),
  end: Date.parse('2026-11-16T15:30:00.000Z'),
  url: 'https://parley.example/session/1/preview',
}

test('the Google link has the call, the name of the other side, the times and our page, and nothing else [MAIL-05]', () => {
  const url = new URL(googleCalendarUrl(entry))
  expect(url.origin + url.pathname).toBe('https://calendar.google.com/calendar/render')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Coaching Call with Zoë & Co',
    dates: '20261116T143000Z/20261116T153000Z',
    details: entry.url,
    location: entry.url,
  })
})

test('the Outlook link has the same, and writes no space as a plus sign [MAIL-05]', () => {
  const text = outlookCalendarUrl(entry)
  expect(text).not.toContain('+')
  expect(Object.fromEntries(new URL(text).searchParams)).toEqual({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: 'Coaching Call with Zoë & Co',
    startdt: '2026-11-16T14:30:00.000Z',
    enddt: '2026-11-16T15:30:00.000Z',
    body: entry.url,
    location: entry.url,
  })
})

test('the calendar links of a client do not name our page', () => {
  const { url: _, ...guest } = entry
  expect(googleCalendarUrl(guest) + outlookCalendarUrl(guest)).not.toContain('parley')
})

test("the other side is shown by first name, else by username, and several as 'Ana and 1 other'", () => {
  const person = (first_name: string) => ({ first_name, username: `${first_name}.user` })
  expect(otherSideName([person('Dana')])).toBe('Dana')
  expect(otherSideName([person('')])).toBe('.user')
  expect(otherSideName([person('Ana'), person('Ben')])).toBe('Ana and 1 other')
  expect(otherSideName([person('Ana'), person('Ben'), person('Cy')])).toBe('Ana and 2 others')
  expect(callName(otherSideName([]))).toBe('Coaching Call')
})
