import type { Session } from '@parley/contract/sessions/sessions.ts'
import { statuses } from '@parley/contract/sessions/sessions.ts'
import { statusColor, statusLabel } from '@parley/contract/rules/sessions/sessions.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import { expect, test } from 'vitest'
import { clockRangeText, showsNotBillable, startsInText, zonedRangeText } from './session-words.ts'

const newYork = 'America/New_York'
const at = (clock: string) => Date.parse(`2026-11-16T${clock}:00Z`)

test('a range has AM or PM once if both ends share it', () => {
  expect(zonedRangeText(newYork, at('14:30'), at('15:30'))).toBe('9:30 – 10:30 AM EST')
  expect(clockRangeText(newYork, at('16:30'), at('17:30'))).toBe('11:30 AM – 12:30 PM')
  expect(clockRangeText(newYork, at('04:30'), at('05:30'))).toBe('11:30 PM – 12:30 AM (+1)')
})

test('each status has a start-cased label and its colour [STATUS-02 STATUS-03 STATUS-04 STATUS-05]', () => {
  expect(statuses.map((status) => `${statusLabel(status)} ${statusColor(status)}`)).toEqual([
    'Cancelled red',
    'Completed green',
    'No Show red',
    'Scheduled gray',
  ])
})

test("'Not Billable' is shown to Admin and above only [STATUS-06]", () => {
  const shown = Object.entries(levels).filter(([, privs]) => showsNotBillable(privs, { billable: false }))
  expect(shown.map(([name]) => name)).toEqual(['Admin', 'Super'])
  expect(showsNotBillable(levels.Super, { billable: true })).toBe(false)
})

const session = (changes: Partial<Session>): Session =>
  // Only the fields that these functions read.
  ({
    status: 'Scheduled',
    start_time: new Date(at('15:00')).toISOString(),
    end_time: new Date(at('16:00')).toISOString(),
    ...changes,
  }) as Session

test('a session that starts soon counts down in minutes', () => {
  expect(startsInText(session({}), at('14:48') + 1)).toBe('Starts in 12 min')
  expect(startsInText(session({}), at('15:00'))).toBe('Starts now')
})
