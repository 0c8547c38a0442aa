import type { Session } from '@parley/contract/sessions/sessions.ts'
import { expect, test } from 'vitest'
import { countdownText, lengthText, nextTick, nextTurn, spokenCountdown, waitText } from './countdown.ts'

const at = (clock: string) => Date.parse(`2026-11-16T${clock}Z`)
const session = { start_time: '2026-11-16T14:30:00.000Z', end_time: '2026-11-16T15:30:00.000Z' }

test.each([
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h'],
  [160, '2 h 40 min'],
  [25 * 60, '25 h'],
])('%i minutes are %s', (minutes, text) => expect(lengthText(minutes)).toBe(text))

test.each([
  [59, '59 min'],
  [24 * 60, '1 day'],
  [24 * 60 * 3 + 61, '3 days'],
])('a wait of %i minutes is %s', (minutes, text) => expect(waitText(minutes * 60_000, 0)).toBe(text))

test('the countdown changes exactly on the minute, before and after the start [DASH-12]', () => {
  const texts = [
    ['14:17:59.999', 'Starts in 13 min'],
    ['14:18:00.000', 'Starts in 12 min'],
    ['14:18:59.999', 'Starts in 12 min'],
    ['14:29:59.999', 'Starts in 1 min'],
    ['14:30:00.000', 'Starts now'],
    ['14:30:59.999', 'Starts now'],
    ['14:31:00.000', 'Started 1 min ago'],
    ['15:29:59.999', 'Started 59 min ago'],
    ['15:30:00.000', 'Ended just now'],
    ['15:34:00.000', 'Ended 4 min ago'],
  ] as const
  for (const [clock, text] of texts) expect([clock, countdownText(session, at(clock))]).toEqual([clock, text])
})

test('the countdown text changes at every tick, and never between two', () => {
  const odd = { start_time: '2026-11-16T14:30:20.000Z', end_time: '2026-11-16T15:30:20.000Z' }
  for (let now = at('14:00:00.000'); now < at('14:45:00.000'); now += 7777) {
    const tick = nextTick([odd], now)
    if (tick === undefined) throw new Error('a session has a tick')
    expect(tick).toBeGreaterThan(now)
    expect(countdownText(odd, tick - 1)).toBe(countdownText(odd, now))
    expect(countdownText(odd, tick)).not.toBe(countdownText(odd, now))
  }
  expect(nextTick([], at('14:00:00.000'))).toBeUndefined()
  expect(nextTick([session, odd], at('14:10:30.000'))).toBe(at('14:11:00.000'))
  expect(nextTick([session, odd], at('14:10:10.000'))).toBe(at('14:10:20.000'))
})

test('the countdown is read out 15, 5 and 1 minute before the start, and not in between', () => {
  const spoken = Array.from({ length: 20 }, (_, i) =>
    spokenCountdown(session, at('14:11:30.000') + i * 60_000),
  )
  expect(spoken.filter(Boolean)).toEqual(['Starts in 15 min', 'Starts in 5 min', 'Starts in 1 min'])
})

test("a wait that is over reads '0 min'", () => {
  expect(waitText(at('14:00:00.000'), at('14:05:00.000'))).toBe('0 min')
})

test('a list is updated when a join window opens, at the start, and when the window is over', () => {
  const hour = { start_time: '2026-11-16T15:00:00.000Z', end_time: '2026-11-16T16:00:00.000Z' }
  const turns = (now: number, changes: Partial<Session> = {}) =>
    // Only the fields that decide the turns.
    nextTurn([{ status: 'Scheduled', ...hour, ...changes } as Session], now)
  expect(turns(at('14:00:00.000'))).toBe(at('14:45:00.000'))
  expect(turns(at('14:45:00.000'))).toBe(at('15:00:00.000'))
  expect(turns(at('15:00:00.000'))).toBe(at('16:15:00.000') + 1)
  expect(turns(at('16:16:00.000'))).toBeUndefined()
  expect(turns(at('14:00:00.000'), { status: 'Cancelled' })).toBeUndefined()
})
