import { expect, test } from 'vitest'
import { sampleOrgSession, sampleSession } from '#features/sessions/sample-sessions.ts'
import {
  clientTimesText,
  clientZone,
  dayWord,
  elsewhereText,
  recentText,
  weekdayText,
} from './appointment-words.ts'

const zone = 'America/New_York'
const now = Date.parse('2026-11-16T14:00:00.000Z')
const at = (instant: string) => Date.parse(instant)

test("days read today, tomorrow or as a date in the viewer's zone", () => {
  expect(dayWord(zone, at('2026-11-17T04:59:00Z'), now)).toBe('today')
  expect(dayWord(zone, at('2026-11-17T05:00:00Z'), now)).toBe('tomorrow')
  expect(dayWord(zone, at('2026-11-18T15:00:00Z'), now)).toBe('Wed, Nov 18')
  expect(weekdayText(zone, at('2026-11-20T02:00:00Z'))).toBe('Thu, Nov 19')
})

test('a recent session is shown with its day and time, also after a day of 23 or 25 hours', () => {
  expect(recentText(zone, at('2026-11-16T13:00:00Z'), now)).toBe('Today, 8:00 AM EST')
  expect(recentText(zone, at('2026-11-15T20:00:00Z'), now)).toBe('Yesterday, 3:00 PM EST')
  expect(recentText(zone, at('2026-11-13T20:00:00Z'), now)).toBe('Nov 13, 3:00 PM EST')
  expect(recentText(zone, at('2026-11-01T20:00:00Z'), at('2026-11-02T15:00:00Z'))).toBe(
    'Yesterday, 3:00 PM EST',
  )
  expect(recentText(zone, at('2027-03-14T19:00:00Z'), at('2027-03-15T14:00:00Z'))).toBe(
    'Yesterday, 3:00 PM EDT',
  )
})

test("the client's time is shown beside the viewer's if their clocks differ", () => {
  const session = sampleSession()
  expect(clientZone(session)).toBe('Europe/Berlin')
  expect(elsewhereText(session, zone)).toBe('4:00 PM in Berlin')
  expect(clientTimesText(session, zone)).toBe('4:00 – 5:00 PM for Kwame in Berlin (CET)')
  expect(elsewhereText(session, 'Europe/Paris')).toBe('Berlin')
  expect(clientTimesText(session, 'Europe/Paris')).toBe('Same time for Kwame in Berlin (CET)')
})

test("a client without a zone gets the organization's, and one without a name is shown by username", () => {
  const [client] = sampleSession().participants
  if (!client) throw new Error('the session has a client')
  const session = sampleSession({ participants: [{ ...client, time_zone: null, first_name: ' ' }] })
  expect(clientZone(session)).toBe('America/New_York')
  expect(clientTimesText(session, 'Europe/Berlin')).toBe('10:00 – 11:00 AM for kwame.b in New York (EST)')
})

test('the same clock time on another day is shown as a different time', () => {
  const session = sampleSession({
    start_time: '2026-11-19T10:00:00.000Z',
    end_time: '2026-11-19T11:00:00.000Z',
  })
  const [client] = session.participants
  if (!client) throw new Error('the session has a client')
  const far = { ...session, participants: [{ ...client, time_zone: 'Pacific/Kiritimati' }] }
  expect(elsewhereText(far, 'Pacific/Honolulu')).toBe('Fri 12:00 AM in Kiritimati')
})

test('a group session is described by its number of time zones', () => {
  expect(elsewhereText(sampleOrgSession(), zone)).toBe('Org session, 2 time zones')
  const here = sampleOrgSession()
  const same = { ...here, participants: here.participants.map((one) => ({ ...one, time_zone: null })) }
  expect(clientTimesText(same, zone)).toBe('Org session')
})
