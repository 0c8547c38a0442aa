import { describe, expect, test } from 'vitest'
import { ApiProblem, noAnswer } from '#platform/server/api-problem.ts'
import {
  choiceText,
  dayHint,
  dayTitle,
  doubledText,
  elsewhereText,
  endList,
  gapText,
  offerText,
  saveFailureText,
  startList,
  takeText,
  zoneHint,
} from './form-words.ts'

const newYork = 'America/New_York'
const at = (text: string) => Date.parse(text)
const morning = at('2026-11-16T16:15:00Z')

test("a zone hint has the city, the zone and how far it is ahead of or behind the viewer's", () => {
  expect(zoneHint('Europe/Berlin', newYork, morning)).toBe('Berlin, CET (6 h ahead)')
  expect(zoneHint(newYork, newYork, morning)).toBe('New York, EST')
  expect(zoneHint('America/Los_Angeles', newYork, morning)).toBe('Los Angeles, PST (3 h behind)')
  expect(zoneHint('Asia/Kolkata', newYork, morning)).toMatch(/\(10 h 30 min ahead\)/)
})

test('an instant is shown in the other zones, or with the zone name if all share one clock', () => {
  expect(elsewhereText(morning, [newYork, 'Europe/Berlin'], newYork)).toBe('5:15 PM Berlin')
  expect(elsewhereText(morning, [newYork, 'Australia/Sydney'], newYork)).toBe('Tue 3:15 AM Sydney')
  expect(elsewhereText(morning, [newYork, newYork], newYork)).toBe('EST')
  expect(elsewhereText(morning, ['Europe/London', 'Europe/Berlin'], newYork)).toBe(
    '4:15 PM London · 5:15 PM Berlin',
  )
})

test('a day hint is the weekday, with today or tomorrow', () => {
  expect(dayHint('2026-11-16', '2026-11-16')).toBe('Monday, today')
  expect(dayHint('2026-11-17', '2026-11-16')).toBe('Tuesday, tomorrow')
  expect(dayHint('2026-11-19', '2026-11-16')).toBe('Thursday')
  expect(dayTitle('2026-11-16')).toBe('Monday, Nov 16')
})

describe('the list of ends', () => {
  test("the list of ends marks times on the next day with 'next day' [FORM-28]", () => {
    const list = endList(at('2026-11-17T04:00:00Z'), newYork) // 11 PM
    expect(list[0]).toEqual({ key: String(at('2026-11-17T04:15:00Z')), label: '11:15 PM', mark: '15 min' })
    expect(list[3]).toMatchObject({ label: '12:00 AM', mark: 'next day · 1 h' })
    expect(list.filter(({ mark }) => mark?.includes('next day'))).toHaveLength(29)
  })

  test('the list of ends tells the two times of a doubled hour apart by their offsets [FORM-30]', () => {
    const list = endList(at('2026-11-01T05:00:00Z'), newYork) // 1 AM, the first
    const doubled = list.filter(({ label }) => label === '1:30 AM')
    expect(doubled.map(({ mark }) => mark)).toEqual(['EDT, UTC-4 · 30 min', 'EST, UTC-5 · 1 h 30 min'])
  })
})

test('the list of starts tells the two times of a doubled hour apart too [FORM-30]', () => {
  const instants = [at('2026-11-01T05:30:00Z'), at('2026-11-01T06:30:00Z'), at('2026-11-01T07:00:00Z')]
  expect(startList(instants, newYork).map(({ label, mark }) => `${label} ${mark ?? ''}`.trim())).toEqual([
    '1:30 AM EDT, UTC-4',
    '1:30 AM EST, UTC-5',
    '2:00 AM',
  ])
})

test('a note explains a time that the change of the clocks skips or doubles [FORM-29 FORM-30]', () => {
  const note = { field: 'start_time' as const, choices: [] }
  expect(gapText({ ...note, kind: 'gap', clock: '02:30' }, at('2027-03-14T07:00:00Z'), newYork)).toBe(
    '2:30 AM does not exist on that day, because the clocks go forward. It became 3:00 AM.',
  )
  expect(doubledText({ ...note, kind: 'doubled', clock: '01:30' })).toBe(
    '1:30 AM comes twice on that day, because the clocks go back.',
  )
  expect(choiceText(at('2026-11-01T06:30:00Z'), newYork)).toBe('1:30 AM EST, UTC-5')
})

test('an offered time names its day if it is not the chosen day', () => {
  const span = { start: at('2026-11-16T17:30:00Z'), end: at('2026-11-16T18:30:00Z') }
  expect(offerText(span, newYork, '2026-11-16')).toBe('12:30 – 1:30 PM EST')
  expect(offerText(span, newYork, '2026-11-15')).toBe('Nov 16, 2026, 12:30 – 1:30 PM EST')
  expect(takeText(span, newYork, '2026-11-16')).toBe('Use 12:30 PM')
  expect(takeText(span, newYork, '2026-11-15')).toBe('Use Nov 16, 12:30 PM')
})

test("a failed save shows the server's text below 500, and 'technical difficulties' otherwise [FORM-32 FORM-33]", () => {
  const refused = (status: number) => new ApiProblem({ status, code: 'x', message: 'That time is taken.' })
  expect(saveFailureText(refused(409))).toBe('That time is taken.')
  expect(saveFailureText(refused(499))).toBe('That time is taken.')
  for (const error of [refused(500), refused(503), noAnswer(), new Error('x')])
    expect(saveFailureText(error)).toBe("We're experiencing technical difficulties.")
})
