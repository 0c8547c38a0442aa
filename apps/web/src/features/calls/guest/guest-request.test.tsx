import { expect, onTestFinished, test } from 'vitest'
import { givenWorld, refusal, type Answers } from '../../../../.storybook/world.ts'
import { askForCalendarFile, askForSession } from './guest-request.ts'

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
    'GET /guest/session': { title: 'Values in practice' },
    'GET /guest/calendar-file': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  expect(await askForSession('secret')).toEqual({ kind: 'answered', answer: { title: 'Values in practice' } })
  expect(await askForCalendarFile('secret', 'Europe/Berlin')).toEqual({ kind: 'offline' })
})

test("a file in the guest's zone, and in the organization's where the server does not know that zone", async () => {
  const asked: string[] = []
  given({
    'GET /guest/calendar-file': ({ search }: URL) => {
      asked.push(search)
      return search === '' ? 'in New York' : refusal(400)()
    },
  })
  expect(await askForCalendarFile('secret', 'Mars/Olympus')).toEqual({
    kind: 'answered',
    answer: 'in New York',
  })
  expect(asked).toEqual(['?time_zone=Mars%2FOlympus', ''])
})
