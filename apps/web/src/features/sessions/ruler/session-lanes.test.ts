import { describe, expect, test } from 'vitest'
import type { PersonOption } from '#features/sessions/form/person-options.ts'
import { clashText, judgeSpan, lanesOf, outsideText } from './session-lanes.ts'

const day = (clock: string) => Date.parse(`2026-11-16T${clock}:00Z`)
const span = (from: string, until: string) => ({ start: day(from), end: day(until) })

const option = (value: string, first_name: string, zone: string): PersonOption => ({
  value,
  label: first_name,
  person: { id: value, first_name, last_name: '', username: value },
  zone,
  organizationId: 'o',
})
const dana = option('d', 'Dana', 'America/New_York')
const margarethe = option('m', 'Margarethe', 'Europe/Berlin')
const busyFrom = (from: string, until: string, title: string | null) => ({
  start: new Date(day(from)).toISOString(),
  end: new Date(day(until)).toISOString(),
  session: title === null ? null : { id: 's', title },
})

const answer = [
  {
    id: 'd',
    first_name: 'Dana',
    time_zone: 'America/New_York',
    working_hours: { mon: [['08:00', '17:30'] as [string, string]] },
    busy: [busyFrom('13:00', '14:00', 'First conversation')],
  },
  {
    id: 'm',
    first_name: 'Margarethe',
    time_zone: 'Europe/Berlin',
    working_hours: null,
    busy: [busyFrom('16:00', '17:30', null)],
  },
]
const lanes = lanesOf(dana, [margarethe], answer)
const now = day('12:00')

describe('the chosen time', () => {
  test('a time that is free for both has no clash and no offer', () => {
    expect(judgeSpan(lanes, span('14:00', '15:00'), now)).toEqual({
      clashes: [],
      outside: [],
      better: undefined,
    })
  })

  test('a time that overlaps a session names it, and the next time free for both is offered', () => {
    const { clashes, better } = judgeSpan(lanes, span('13:30', '14:30'), now)
    expect(clashes.map((clash) => clashText(clash, 'America/New_York'))).toEqual([
      'Dana is in “First conversation” until 9:00 AM.',
    ])
    expect(better).toEqual(span('14:00', '15:00'))
  })

  test("a time that overlaps a hidden session only reads busy, in that person's time zone", () => {
    const { clashes, better } = judgeSpan(lanes, span('16:15', '17:15'), now)
    expect(clashes.map((clash) => clashText(clash, 'America/New_York'))).toEqual([
      'Margarethe is busy until 6:30 PM in Berlin.',
    ])
    expect(better).toEqual(span('17:30', '18:30'))
  })

  test('a time that overlaps two sessions of one person names both [FORM-37]', () => {
    const twice = lanesOf(dana, [margarethe], [
      { ...answer[0], busy: [busyFrom('13:00', '14:00', 'First'), busyFrom('14:00', '15:00', 'Second')] },
      answer[1],
    ] as typeof answer)
    const { clashes } = judgeSpan(twice, span('13:30', '14:30'), now)
    expect(clashes.map((clash) => clashText(clash, 'America/New_York'))).toEqual([
      'Dana is in “First” until 9:00 AM.',
      'Dana is in “Second” until 10:00 AM.',
    ])
  })

  test('a time before 8 AM or after 8 PM for a person without working hours is reported, and a better one is offered [FORM-36]', () => {
    // 5:45 AM in Berlin, in the working day of a coach in Singapore.
    const early = lanesOf(option('s', 'Suli', 'Asia/Singapore'), [margarethe], [
      { ...answer[0], id: 's', time_zone: 'Asia/Singapore', busy: [] },
      { ...answer[1], busy: [] },
    ] as typeof answer)
    const { outside, better } = judgeSpan(early, span('04:45', '05:45'), day('04:00'))
    expect(outside.map((lane) => outsideText(lane, day('04:45'), 'Asia/Singapore'))).toEqual([
      'For Margarethe it is 5:45 AM in Berlin, outside 8 AM to 8 PM.',
    ])
    expect(better).toEqual(span('07:00', '08:00'))
    const edges = (
      [
        ['07:00', '08:00'],
        ['18:00', '19:00'],
        ['18:15', '19:15'],
      ] as const
    ).map(
      ([from, until]) =>
        judgeSpan(
          [early[1]].flatMap((lane) => lane ?? []),
          span(from, until),
          now,
        ).outside.length,
    )
    expect(edges).toEqual([0, 0, 1])
  })

  test('a time that ends where a session begins has no clash', () => {
    expect(judgeSpan(lanes, span('15:00', '16:00'), now).clashes).toEqual([])
  })

  test('a time outside working hours is reported, and a better one is offered', () => {
    const { outside, better, clashes } = judgeSpan(lanes, span('12:00', '13:00'), now)
    expect(clashes).toEqual([])
    expect(outside.map((lane) => outsideText(lane, day('12:00'), 'America/New_York'))).toEqual([
      'For Dana it is 7:00 AM in New York, outside working hours.',
    ])
    expect(better).toEqual(span('14:00', '15:00'))
  })
})

test('people whose calendars are not loaded yet cause no clash', () => {
  const unknown = lanesOf(dana, [margarethe], undefined)
  expect(unknown.every((lane) => !lane.isKnown)).toBe(true)
  expect(judgeSpan(unknown, span('13:30', '14:30'), now).clashes).toEqual([])
})
