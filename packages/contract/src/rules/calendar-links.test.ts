import { expect, test } from 'vitest'
import { callName, googleCalendarUrl, otherSideName, outlookCalendarUrl } from './calendar-links.ts'

const entry = {
  firstName: 'Zoë & Co',
  start: Date.parse('2026-11-16T14:30:00.000Z'),
  end: Date.parse('2026-11-16T15:30:00.000Z'),
  url: 'https://parley.example/session/1/preview',
}

test('the Google address says the call and whom with, the times, our page and nothing else [MAIL-05]', () => {
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

test('the Outlook address says the same, with no plus sign for a space [MAIL-05]', () => {
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

test('a client has no page of ours to name', () => {
  const { url: _, ...guest } = entry
  expect(googleCalendarUrl(guest) + outlookCalendarUrl(guest)).not.toContain('parley')
})

test('the other side is a first name, or the first of several', () => {
  const person = (first_name: string) => ({ first_name, username: `${first_name}.user` })
  expect(otherSideName([person('Dana')])).toBe('Dana')
  expect(otherSideName([person('')])).toBe('.user')
  expect(otherSideName([person('Ana'), person('Ben')])).toBe('Ana and 1 other')
  expect(otherSideName([person('Ana'), person('Ben'), person('Cy')])).toBe('Ana and 2 others')
  expect(callName(otherSideName([]))).toBe('Coaching Call')
})
