import { levels } from '@parley/contract/rules/people/levels.ts'
import { expect, test } from 'vitest'
import { historyWords } from './history-words.ts'

const given = { zone: 'America/New_York', privs: levels.Coach }
const entry = (action: string, changes: Record<string, unknown> = {}) => ({
  id: '1',
  at: '2026-11-12T16:40:00.000Z',
  by: null,
  action,
  changes,
})
const turn = (from: unknown, to: unknown) => ({ from, to })

test.each([
  ['created', 'Scheduled'],
  ['cancelled', 'Cancelled'],
  ['no-show', 'Marked as No Show'],
  ['completed', 'Completed'],
])("the action %s reads '%s'", (action, what) =>
  expect(historyWords(entry(action), given)).toEqual({ what, changes: [] }),
)

test.each([
  ['invited', 'Invitation sent to 2 people'],
  ['told-changed', 'Change sent to 2 people'],
  ['told-cancelled', 'Cancellation sent to 2 people'],
  ['reminded', 'Reminder sent to 2 people'],
])("the email action %s reads '%s' [PREVIEW-05]", (action, what) =>
  expect(historyWords(entry(action, { people: 2 }), given)).toEqual({ what, changes: [], isMail: true }),
)

test('a session completed automatically shows how long both were in the call', () =>
  expect(historyWords(entry('completed', { both_minutes: 47 }), given)).toEqual({
    what: 'Completed',
    changes: [{ label: 'Both in the call', from: '', to: '47 min' }],
  }))

test('a moved start shows both times, with their days if they differ, and the end that moved with it is left out', () => {
  const move = (to: string) =>
    historyWords(
      entry('updated', {
        start_time: turn('2026-11-16T14:00:00.000Z', to),
        end_time: turn('2026-11-16T15:00:00.000Z', '2026-11-16T16:00:00.000Z'),
      }),
      given,
    )
  expect(move('2026-11-16T14:30:00.000Z')).toEqual({
    what: 'Start moved',
    changes: [{ label: 'Start moved', from: '9:00 AM', to: '9:30 AM' }],
  })
  expect(move('2026-11-17T14:30:00.000Z').changes[0]).toMatchObject({
    from: 'Nov 16, 9:00 AM',
    to: 'Nov 17, 9:30 AM',
  })
})

test('several changes in one entry are listed, people by name', () => {
  const words = historyWords(
    entry('updated', {
      title: turn('Values', 'Values in practice'),
      coach_id: turn('Ingrid Solheim', 'Dana Whitfield'),
      participants: turn(['A B'], ['A B', 'C D']),
      use_server: turn(true, false),
    }),
    given,
  )
  expect(words.what).toBe('Changed')
  expect(words.changes).toEqual([
    { label: 'Title changed', from: 'Values', to: 'Values in practice' },
    { label: 'Coach changed', from: 'Ingrid Solheim', to: 'Dana Whitfield' },
    { label: 'Participants changed', from: 'A B', to: 'A B, C D' },
    { label: 'Server changed', from: 'on', to: 'off' },
  ])
})

test('a change of billing is shown to an Admin, and not to a coach', () => {
  const change = entry('updated', { billable: turn(true, false) })
  expect(historyWords(change, given).changes).toEqual([])
  expect(historyWords(change, { ...given, privs: levels.Admin }).changes).toEqual([
    { label: 'Billing changed', from: 'billable', to: 'not billable' },
  ])
})

test('a correction shows its reason', () => {
  expect(
    historyWords(entry('corrected', { status: turn('Cancelled', 'NoShow'), reason: 'Nobody came' }), given),
  ).toEqual({
    what: 'Corrected',
    changes: [{ label: 'Status', from: 'Cancelled', to: 'No Show' }],
    reason: 'Nobody came',
  })
})
