import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isJoinable, phaseOf, startsSoon, turnsOf, type SessionStatus, type TimedSession } from './phases.ts'

const minute = 60_000
const start = Date.parse('2026-11-16T14:30:00.000Z')
const end = start + 60 * minute
const session = (status: SessionStatus): TimedSession => ({
  start_time: new Date(start).toISOString(),
  end_time: new Date(end).toISOString(),
  status,
})

describe('phases at their edges', () => {
  const cases: [SessionStatus, string, number, string, string][] = [
    ['Scheduled', 'more than 15 minutes before start', start - 15 * minute - 1, 'FUTURE', 'PHASE-05'],
    ['Scheduled', 'exactly 15 minutes before start', start - 15 * minute, 'ACTIVE', 'PHASE-01'],
    ['Scheduled', 'exactly 15 minutes after end', end + 15 * minute, 'ACTIVE', 'PHASE-02'],
    ['Scheduled', 'more than 15 minutes after end', end + 15 * minute + 1, 'PAST', 'PHASE-04'],
    ['Completed', 'within the window', start, 'UNKNOWN', 'PHASE-07'],
    ['Completed', 'more than 15 minutes after end', end + 15 * minute + 1, 'PAST', 'PHASE-04'],
    ['Cancelled', 'long before', start - 600 * minute, 'UNKNOWN', 'PHASE-06'],
    ['Cancelled', 'long after', end + 600 * minute, 'UNKNOWN', 'PHASE-06'],
    ['NoShow', 'within the window', start, 'UNKNOWN', 'PHASE-03'],
    ['NoShow', 'long after', end + 600 * minute, 'UNKNOWN', 'PHASE-06'],
  ]
  test.each(cases)('%s, %s: %i is %s [%s]', (status, _when, now, phase, _promise) => {
    expect(phaseOf(session(status), now)).toBe(phase)
  })
})

const statuses = fc.constantFrom<SessionStatus>('Scheduled', 'Cancelled', 'Completed', 'NoShow')
const instants = fc.integer({ min: start - 3 * 86_400_000, max: end + 3 * 86_400_000 })

test('a session goes through its phases in one direction as time passes', () => {
  const order = ['FUTURE', 'ACTIVE', 'PAST']
  fc.assert(
    fc.property(instants, instants, (one, other) => {
      const [early, late] = one <= other ? [one, other] : [other, one]
      const at = (now: number) => order.indexOf(phaseOf(session('Scheduled'), now))
      expect(at(early)).toBeLessThanOrEqual(at(late))
      expect(at(early)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('only a Scheduled session can be joined, and only while ACTIVE [PHASE-03]', () => {
  fc.assert(
    fc.property(statuses, instants, (status, now) => {
      const joinable = isJoinable(session(status), now)
      expect(joinable).toBe(status === 'Scheduled' && now >= start - 15 * minute && now <= end + 15 * minute)
    }),
  )
})

test('a Scheduled session changes when it opens, starts and is past, to the millisecond; a final one never does', () => {
  const [opens, starts, past] = [start - 15 * minute, start, end + 15 * minute + 1]
  expect(turnsOf(session('Scheduled'))).toEqual([opens, starts, past])
  for (const turn of [opens, past])
    expect(phaseOf(session('Scheduled'), turn)).not.toBe(phaseOf(session('Scheduled'), turn - 1))
  for (const status of ['Completed', 'Cancelled', 'NoShow'] as const)
    expect(turnsOf(session(status))).toEqual([])
})

test('startsSoon is true from just under 25 minutes before the start until the start [SESSION-27 FORM-08]', () => {
  expect(startsSoon(session('Scheduled'), start - 25 * minute)).toBe(false)
  expect(startsSoon(session('Scheduled'), start - 25 * minute + 1)).toBe(true)
  expect(startsSoon(session('Scheduled'), start)).toBe(true)
  expect(startsSoon(session('Scheduled'), start + 1)).toBe(false)
  expect(startsSoon(session('Cancelled'), start - minute)).toBe(false)
})
