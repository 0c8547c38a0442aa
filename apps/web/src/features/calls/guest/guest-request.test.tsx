import { expect, onTestFinished, test } from 'vitest'
import { givenWorld, refusal, type Answers } from '../../../../.storybook/world.ts'
import { askForCalendarFile, askForSession } from './guest-request.ts'
import { sampleGuestSession } from './sample-guest.ts'

const given = (answers: Answers) => onTestFinished(givenWorld({ answers })())

test.each([
  [404, 'dead'],
  [409, 'dead'],
  [400, 'failing'],
  [500, 'failing'],
])('a guest who is answered %i: the link or the server is %s', async (status, kind) => {
  given({ 'GET /guest/session': refusal(status) })
  expect(await askForSession('secret')).toEqual({ kind })
})

test('an answer is handed on; without one nothing was reached', async () => {
  given({
    'GET /guest/session': sampleGuestSession,
    'GET /guest/calendar-file': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  expect(await askForSession('secret')).toEqual({ kind: 'answered', answer: sampleGuestSession })
  expect(await askForCalendarFile('secret', 'Europe/Berlin')).toEqual({ kind: 'offline' })
})

test("a file in the guest's zone, and in the organization's where the server does not know that zone", async () => {
  const asked: string[] = []
  const inNewYork = { filename: 'coaching-call-2026-11-16.ics', ics: 'BEGIN:VCALENDAR' }
  given({
    'GET /guest/calendar-file': ({ search }: URL) => {
      asked.push(search)
      return search === '' ? inNewYork : refusal(400)()
    },
  })
  expect(await askForCalendarFile('secret', 'Mars/Olympus')).toEqual({
    kind: 'answered',
    answer: inNewYork,
  })
  expect(asked).toEqual(['?time_zone=Mars%2FOlympus', ''])
})
