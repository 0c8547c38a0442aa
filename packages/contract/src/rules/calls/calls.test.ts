import { expect, test } from 'vitest'
import { callPeopleMax, mayConnect } from './calls.ts'
import type { SessionStatus } from '#rules/sessions/phases.ts'

const session = (status: SessionStatus) => ({
  start_time: '2026-11-16T15:00:00.000Z',
  end_time: '2026-11-16T16:00:00.000Z',
  status,
})
const at = (clock: string) => Date.parse(`2026-11-16T${clock}Z`)
const there = { wasThere: true, isAnotherThere: true }
const stranger = { wasThere: false, isAnotherThere: true }
const alone = { wasThere: true, isAnotherThere: false }

test.each([
  ['14:44:59.999', false],
  ['14:45:00', true],
  ['16:15:00', true],
  ['16:15:00.001', false],
])('anybody of the session may connect in the join window: at %s %s [CALL-02 CALL-24]', (clock, expected) => {
  expect(mayConnect(session('Scheduled'), stranger, at(clock))).toBe(expected)
})

test('after the join window only people who were in the call reconnect, while somebody else is there, until two hours after the end [CALL-23 CALL-25]', () => {
  const over = session('Scheduled')
  expect(mayConnect(over, there, at('16:30:00'))).toBe(true)
  expect(mayConnect(over, there, at('18:00:00'))).toBe(true)
  expect(mayConnect(over, there, at('18:00:00.001'))).toBe(false)
  expect(mayConnect(over, alone, at('16:30:00'))).toBe(false)
  expect(mayConnect(over, stranger, at('16:30:00'))).toBe(false)
})

test('once a session is Completed, people who were in the call reconnect and nobody new connects [CALL-23 CALL-24]', () => {
  const done = session('Completed')
  expect(mayConnect(done, there, at('15:30:00'))).toBe(true)
  expect(mayConnect(done, stranger, at('15:30:00'))).toBe(false)
  expect(mayConnect(done, there, at('14:30:00'))).toBe(false)
})

test.each(['Cancelled', 'NoShow'] as const)('nobody reconnects to the call of a %s session', (status) => {
  expect(mayConnect(session(status), there, at('15:30:00'))).toBe(false)
})

test('a call has at most eleven people', () => {
  expect(callPeopleMax).toBe(11)
})
