import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guestStateOf } from './guest-states.ts'
import type { SessionStatus, TimedSession } from '#rules/sessions/phases.ts'

const minute = 60_000
const day = 24 * 60 * minute
const start = Date.parse('2026-11-16T14:30:00.000Z')
const end = start + 60 * minute
const session = (status: SessionStatus): TimedSession => ({
  start_time: new Date(start).toISOString(),
  end_time: new Date(end).toISOString(),
  status,
})

test.each([
  ['Scheduled', 'more than 24 hours before start', start - day - 1, 'early'],
  ['Scheduled', 'exactly 24 hours before start', start - day, 'open'],
  ['Scheduled', 'during the call', start + minute, 'open'],
  ['Scheduled', 'exactly 15 minutes after end', end + 15 * minute, 'open'],
  ['Scheduled', 'more than 15 minutes after end', end + 15 * minute + 1, 'over'],
  ['Completed', 'before its end', end - minute, 'over'],
  ['NoShow', 'before its end', end - minute, 'over'],
  ['Cancelled', 'long before', start - 9 * day, 'cancelled'],
  ['Cancelled', 'long after', end + 9 * day, 'cancelled'],
] as const)("the link of a %s session, %s (%i), is '%s' [GUEST-05 GUEST-06]", (status, _when, now, state) => {
  expect(guestStateOf(session(status), now)).toBe(state)
})

test('a guest link opens once and closes once as time passes', () => {
  const order = ['early', 'open', 'over']
  const instants = fc.integer({ min: start - 3 * day, max: end + 3 * day })
  fc.assert(
    fc.property(instants, instants, (one, other) => {
      const at = (now: number) => order.indexOf(guestStateOf(session('Scheduled'), now))
      expect(at(Math.min(one, other))).toBeLessThanOrEqual(at(Math.max(one, other)))
    }),
  )
})
