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
  expect(minutesText([{ from: 0, until: 59_999 }])).toBe('under 1 min')
  expect(minutesText(spansOf([stretch('14:20', '14:22'), stretch('14:25')], now))).toBe('7 min')
})
