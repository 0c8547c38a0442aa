import { expect, test } from 'vitest'
import { isMomentOf, momentSpan } from './moments.ts'

const session = { start_time: '2026-11-16T15:00:00.000Z', end_time: '2026-11-16T16:00:00.000Z' }

test.each([
  ['14:44:59.999', false],
  ['14:45:00.000', true],
  ['15:30:00.000', true],
  ['17:00:00.000', true],
  ['17:00:00.001', false],
])(
  'a moment lies between 15 minutes before the start and 60 minutes after the end: %s %s',
  (clock, expected) => {
    expect(isMomentOf(session, Date.parse(`2026-11-16T${clock}Z`))).toBe(expected)
  },
)

test('an invalid instant is not a moment, and momentSpan gives both limits', () => {
  expect(isMomentOf(session, Number.NaN)).toBe(false)
  expect(momentSpan(session)).toEqual({
    start: Date.parse('2026-11-16T14:45:00Z'),
    end: Date.parse('2026-11-16T17:00:00Z'),
  })
})
