import { expect, test } from 'vitest'
import { changesOf, changeText } from './audit-changes.ts'

const changes = (detail: Record<string, unknown>) => changesOf(detail, (instant) => `at ${instant}`)
const words = (detail: Record<string, unknown>) => changes(detail).map(changeText)

test('a change is told with both values where the log has them', () => {
  expect(
    changes({
      fields: ['rate', 'displayName', 'two_factor_required'],
      rate: { from: 11_500, to: 12_000 },
      two_factor_required: { from: false, to: true },
    }),
  ).toEqual([
    { words: 'Rate', from: '$115.00', to: '$120.00' },
    { words: 'Two-factor required', from: 'off', to: 'on' },
    { words: 'Organization Name' },
  ])
})

test('levels, days, zones and hours have words; whoever has no name is not shown', () => {
  const nineToFive = [['09:00', '17:00']]
  expect(
    words({
      privs: { from: 1, to: 2 },
      retention_days: { from: 30, to: 90 },
      time_zone: { from: null, to: 'America/New_York' },
      working_hours: {
        from: null,
        to: {
          mon: nineToFive,
          tue: nineToFive,
          wed: nineToFive,
          fri: [
            ['08:00', '12:00'],
            ['13:00', '00:00'],
          ],
        },
      },
      coach_id: { from: 'Dana Whitfield', to: '' },
      organization_id: { from: 'Harbor', to: 'Nordlicht' },
      clients_released: 3,
    }),
  ).toEqual([
    'Time zone: none → America/New York',
    'Working hours: none → Mon–Wed 09:00–17:00, Fri 08:00–12:00 and 13:00–00:00',
    'Coach',
    'Organization: Harbor → Nordlicht',
    'Priv level: Coach → OrgAdmin',
    'Retention: 30 days → 90 days',
    '3 clients without a coach now',
  ])
})

test('a session tells its status, times and people; a correction its reason', () => {
  expect(
    words({
      status: { from: 'Completed', to: 'NoShow' },
      start_time: { from: 'A', to: 'B' },
      participants: { from: ['Omar', 'Dana'], to: [] },
      use_server: { from: true, to: false },
      reason: 'Nobody came',
    }),
  ).toEqual([
    'Status: Completed → No Show',
    'Start: at A → at B',
    'Participants: Omar, Dana → nobody',
    'Server: on → off',
    'Reason: Nobody came',
  ])
})

test('a refused sign-in says why, and whether there were more than are listed', () => {
  expect(words({ refused: 'wrong_credentials' })).toEqual(['wrong name or password'])
  expect(words({ refused: 'use_link', more: true })).toEqual([
    'too many wrong tries on this account',
    'and many more at this time, not listed one by one',
  ])
  expect(words({ second_factor: 'app' })).toEqual(['with a code'])
  expect(words({ written: 9593, errors: 0 })).toEqual(['9,593 written'])
})
