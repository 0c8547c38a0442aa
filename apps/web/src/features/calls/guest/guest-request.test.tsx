import { expect, onTestFinished, test, vi } from 'vitest'
import { givenWorld, refusal, type Answers } from '../../../../.storybook/world.ts'
import { askForCalendarFile, askForSession } from './guest-request.ts'
import { sampleGuestSession } from './sample-guest.ts'

const given = (answers: Answers) => onTestFinished(givenWorld({ answers })())

test.each([
  [404, 'dead'],
  [409, 'dead'],
  [400, 'failing'],
  [500, 'failing'],
])("a guest's request answered %i counts as %s", async (status, kind) => {
  given({ 'GET /guest/session': refusal(status) })
  expect(await askForSession('secret')).toEqual({ kind })
})

test('the secret goes in a header and never in the address', async () => {
  given({ 'GET /guest/session': sampleGuestSession })
  const fetch = vi.spyOn(window, 'fetch')
  await askForSession('the-secret')
  const [address, init] = fetch.mock.calls[0] ?? []
  expect(address).toBe('/api/guest/session')
  expect(new Headers(init?.headers).get('Authorization')).toBe('Guest the-secret')
})

test('an answer is passed on, and a request without one counts as offline', async () => {
  given({
    'GET /guest/session': sampleGuestSession,
    'GET /guest/calendar-file': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  expect(await askForSession('secret')).toEqual({ kind: 'answered', answer: sampleGuestSession })
  expect(await askForCalendarFile('secret', 'Europe/Berlin')).toEqual({ kind: 'offline' })
})

test("the calendar file is requested in the guest's zone, and without a zone if the server does not know it", async () => {
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
