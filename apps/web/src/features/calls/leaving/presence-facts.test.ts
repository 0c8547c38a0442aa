import { expect, test } from 'vitest'
import { clientText, figuresOf, minutesText, personIn, spansOf, togetherIn } from './presence-facts.ts'
import { onMonday, samplePresence, stretch, wrote } from './sample-presence.ts'

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

test('the minutes together are those of the coach with anybody else, each counted once, and go on while both are there', () => {
  const presence = samplePresence(
    {
      coach: { inRoom: [stretch('14:00', '14:20'), stretch('14:40')] },
      client: { inRoom: [stretch('14:10', '14:30')] },
    },
    onMonday('15:00'),
  )
  const third = {
    id: 'coach-ingrid',
    isCoach: false,
    inRoom: [stretch('14:15', '14:25'), stretch('14:50')],
    waiting: [],
  }
  expect(minutesText(togetherIn(presence))).toBe('10 min')
  expect(minutesText(togetherIn({ ...presence, people: [...presence.people, third] }))).toBe('20 min')
  expect(togetherIn(samplePresence({ coach: { inRoom: [stretch('14:00')] } }, onMonday('15:00')))).toEqual([])
})

test('a call comes to its minutes, messages and files, and for people who may assess to its moments and criteria [DONE-09]', () => {
  const now = onMonday('15:00')
  const figures = (more: Parameters<typeof samplePresence>[3]) =>
    figuresOf(samplePresence({}, now, {}, more)).map(({ value, label }) => `${value} ${label}`)
  const written = [wrote('coach-dana', '14:10', 3), wrote(null, '14:11', 1200, 1)]
  expect(figures({ written })).toEqual(['0 min together', '1,203 messages', '1 file'])
  expect(
    figures({ written: [wrote(null, '14:10')], scored: { moments: 1, answered: 11, criteria: 14 } }),
  ).toEqual(['0 min together', '1 message', '0 files', '1 moment', '11 of 14 criteria scored'])
  expect(figures({ scored: { moments: 0, answered: 0, criteria: 0 } }).slice(3)).toEqual([
    '0 moments',
    '0 criteria scored',
  ])
})
