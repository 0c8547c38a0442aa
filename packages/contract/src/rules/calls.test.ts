import { expect, test } from 'vitest'
import { callPeopleMax, mayConnect } from './calls.ts'
import type { SessionStatus } from './phases.ts'

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
])('anybody of the session connects in its window: at %s %s [CALL-02 CALL-24]', (clock, expected) => {
  expect(mayConnect(session('Scheduled'), stranger, at(clock))).toBe(expected)
})

test('whoever was there when the way in closed comes back while another is there, for two hours after the end [CALL-23 CALL-25]', () => {
  const over = session('Scheduled')
  expect(mayConnect(over, there, at('16:30:00'))).toBe(true)
  expect(mayConnect(over, there, at('18:00:00'))).toBe(true)
  expect(mayConnect(over, there, at('18:00:00.001'))).toBe(false)
  expect(mayConnect(over, alone, at('16:30:00'))).toBe(false)
  expect(mayConnect(over, stranger, at('16:30:00'))).toBe(false)
})

test('the same holds from its completion on; nobody new comes in [CALL-23 CALL-24]', () => {
  const done = session('Completed')
  expect(mayConnect(done, there, at('15:30:00'))).toBe(true)
  expect(mayConnect(done, stranger, at('15:30:00'))).toBe(false)
  expect(mayConnect(done, there, at('14:30:00'))).toBe(false)
})

test.each(['Cancelled', 'NoShow'] as const)('once it is %s nobody connects, whoever was there', (status) => {
  expect(mayConnect(session(status), there, at('15:30:00'))).toBe(false)
})

test('a call has at most eleven people', () => {
  expect(callPeopleMax).toBe(11)
})
