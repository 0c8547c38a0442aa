import { expect, test } from 'vitest'
import { sampleMe, sampleNow, sampleSession } from '#features/sessions/sample-sessions.ts'
import { daysText, orderIn, placeOf, queryInRange, rangeAt, sessionsQueryAt } from './session-range.ts'

const newYork = 'America/New_York'
const page = { page: 1 }
const none = { when: undefined, days: undefined }

test('the range is read from the address, and invalid days are ignored [LIST-34]', () => {
  expect(rangeAt({})).toEqual(none)
  expect(rangeAt({ when: 'past' })).toEqual({ when: 'past', days: undefined })
  const days = { from: '2026-11-09', until: '2026-11-16' }
  expect(rangeAt(days)).toEqual({ when: undefined, days })
  expect(rangeAt({ when: 'upcoming', ...days })).toEqual({ when: 'upcoming', days })
  // 'Today' can't be combined with days.
  expect(rangeAt({ when: 'today', ...days })).toEqual({ when: 'today', days: undefined })
  expect(rangeAt({ from: '2026-11-09' })).toEqual({
    when: undefined,
    days: { from: '2026-11-09', until: '2026-11-09' },
  })
  expect(rangeAt({ from: days.until, until: days.from })).toEqual({ when: undefined, days })
  for (const bad of ['soon', '2026-13-40', '2026-02-30', '0000-01-01', '9999-12-31'])
    expect(rangeAt({ from: bad, until: bad })).toEqual(none)
})

test("days begin and end in the viewer's zone, also when the clocks change [LIST-34]", () => {
  const today = { when: 'today', days: undefined } as const
  expect(queryInRange(page, today, newYork, sampleNow)).toEqual({
    page: 1,
    order: ['start_time', 'ASC'],
    start_time_range: ['2026-11-16T05:00:00.000Z', '2026-11-17T05:00:00.000Z'],
  })
  expect(queryInRange(page, today, 'Pacific/Auckland', sampleNow)).toMatchObject({
    start_time_range: ['2026-11-16T11:00:00.000Z', '2026-11-17T11:00:00.000Z'],
  })
  // The clocks go back on November 1.
  const days = { from: '2026-10-31', until: '2026-11-01' }
  expect(queryInRange(page, { when: 'past', days }, newYork, sampleNow)).toEqual({
    page: 1,
    start_time_range: ['2026-10-31T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    when: 'past',
  })
})

test('upcoming sessions come nearest first, unless another order was chosen [LIST-34]', () => {
  const upcoming = { when: 'upcoming', days: undefined } as const
  expect(orderIn(upcoming)).toEqual(['start_time', 'ASC'])
  expect(orderIn({ when: 'past', days: undefined })).toEqual(['start_time', 'DESC'])
  expect(queryInRange(page, upcoming, newYork, sampleNow)).toEqual({
    page: 1,
    order: ['start_time', 'ASC'],
    when: 'upcoming',
  })
  expect(queryInRange({ page: 1, order: ['title', 'DESC'] }, upcoming, newYork, sampleNow)).toMatchObject({
    order: ['title', 'DESC'],
  })
  expect(queryInRange(page, none, newYork, sampleNow)).toEqual(page)
})

test('the query of an address has its page, search, filters and range', () => {
  const address = { when: 'past', search: 'amy', filters: { status: ['NoShow'] }, page: 3 } as const
  expect(sessionsQueryAt(address, sampleMe('Coach'), sampleNow)).toEqual({
    page: 3,
    search: 'amy',
    filters: { status: ['NoShow'] },
    when: 'past',
  })
})

test("a session is found on its day in the viewer's zone, and for an OrgAdmin also by its coach", () => {
  const late = sampleSession({
    start_time: '2026-11-20T02:00:00.000Z',
    end_time: '2026-11-20T03:00:00.000Z',
  })
  const day = { from: '2026-11-19', until: '2026-11-19', marked: 'session-1' }
  expect(placeOf(late, sampleMe('Coach'))).toEqual({ to: '/sessions', search: day })
  expect(placeOf(late, sampleMe('OrgAdmin'))).toEqual({
    to: '/sessions',
    search: { ...day, filters: { coach_name: ['Dana Whitfield'] } },
  })
})

test('a range is written as its first and last day, or as one day', () => {
  expect(daysText({ from: '2026-11-09', until: '2026-11-16' })).toBe('Nov 9, 2026 – Nov 16, 2026')
  expect(daysText({ from: '2026-11-09', until: '2026-11-09' })).toBe('Nov 9, 2026')
})
