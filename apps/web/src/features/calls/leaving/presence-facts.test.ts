import { expect, test } from 'vitest'
import { clientText, minutesText, personIn, spansOf } from './presence-facts.ts'
import { onMonday, samplePresence, stretch } from './sample-presence.ts'

const textOf = (client: Parameters<typeof samplePresence>[0]['client'], now = '14:30') => {
  const presence = samplePresence({ client }, onMonday(now))
  return clientText('Kwame Boateng', personIn(presence, 'client-kwame'), onMonday(now))
}

test.each([
  [{}, 'Kwame Boateng has not joined.'],
  [{ inRoom: [stretch('14:20', '14:22')] }, 'Kwame Boateng was here and has left.'],
  [{ waiting: [stretch('14:20', '14:22')] }, 'Kwame Boateng waited and has left.'],
  [{ waiting: [stretch('14:20', '14:30')] }, 'Kwame Boateng is in the waiting room now.'],
  [{ waiting: [stretch('14:20', '14:30')], inRoom: [stretch('14:30')] }, 'Kwame Boateng is in the call now.'],
])('a coach who leaves reads whether the client waited, joined or left (case %#)', (client, words) => {
  expect(textOf(client)).toBe(words)
})

test('times are given in whole minutes, and less than a minute reads differently from none', () => {
  const now = onMonday('14:30')
  expect(minutesText(spansOf([], now))).toBe('0 min')
  expect(minutesText([{ from: 0, until: 1 }])).toBe('under 1 min')
  expect(minutesText([{ from: 0, until: 59_999 }])).toBe('under 1 min')
  expect(minutesText([{ from: 0, until: 60_000 }])).toBe('1 min')
  expect(minutesText(spansOf([stretch('14:20', '14:22'), stretch('14:25')], now))).toBe('7 min')
})

test('a client whose heartbeat is less than 15 seconds old is in the waiting room, and then has left', () => {
  const client = {
    ...personIn(
      samplePresence({ client: { waiting: [stretch('14:20', '14:30')] } }, onMonday('14:30')),
      'client-kwame',
    ),
  }
  const after = (ms: number) =>
    clientText('Kwame Boateng', client, new Date(Date.parse(onMonday('14:30')) + ms).toISOString())
  expect(after(14_999)).toBe('Kwame Boateng is in the waiting room now.')
  expect(after(15_000)).toBe('Kwame Boateng waited and has left.')
})

test('somebody who is not in the record was never there, and is no coach', () => {
  expect(personIn(samplePresence({ client: {} }, onMonday('14:30')), 'nobody')).toEqual({
    id: 'nobody',
    isCoach: false,
    inRoom: [],
    waiting: [],
  })
})
