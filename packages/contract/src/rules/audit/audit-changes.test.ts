import { expect, test } from 'vitest'
import { changesOf, changeText } from './audit-changes.ts'

const changes = (detail: Record<string, unknown>) => changesOf(detail, (instant) => `at ${instant}`)
const words = (detail: Record<string, unknown>) => changes(detail).map(changeText)

test('a change shows its old and new value when the log has them', () => {
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

test('levels, days, zones and hours are written out, and a change from or to an unnamed person shows no names', () => {
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

test('the change of a session shows status, times and people, and a correction its reason', () => {
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

test('a refused sign-in shows why and if there were more, a sign-in its second factor, an import its known counts above 0', () => {
  expect(words({ refused: 'wrong_credentials' })).toEqual(['wrong name or password'])
  expect(words({ refused: 'use_link', more: true })).toEqual([
    'too many wrong tries on this account',
    'and many more at this time, not listed one by one',
  ])
  expect(words({ second_factor: 'app' })).toEqual(['with a code'])
  expect(words({ second_factor: 'recovery' })).toEqual(['with a recovery code'])
  expect(words({ written: 9593, errors: 0 })).toEqual(['9,593 written'])
  expect(words({ good: 1, errors: 2, unknown: 3 })).toEqual(['1 good', '2 with errors'])
})

test.each([
  ['wrong_credentials', 'wrong name or password'],
  ['code_wrong', 'wrong code'],
  ['too_many', 'too many wrong codes'],
  ['use_link', 'too many wrong tries on this account'],
  ['address_blocked', 'too many wrong tries from this address'],
  ['no_sign_in_right', 'right password, no right to sign in'],
  ['a_newer_one', 'a_newer_one'],
])("a sign-in refused with %s is shown as '%s'", (refused, said) => {
  expect(words({ refused })).toEqual([said])
})

/** The words of every field, in the order in which they are shown. A change has to be made here, too. */
const fields: [string, string][] = [
  ['status', 'Status'],
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['username', 'Username'],
  ['email', 'Email'],
  ['time_zone', 'Time zone'],
  ['working_hours', 'Working hours'],
  ['coach_id', 'Coach'],
  ['organization_id', 'Organization'],
  ['privs', 'Priv level'],
  ['is_assessor', 'Assessor'],
  ['name', 'Name'],
  ['displayName', 'Organization Name'],
  ['billingAddress', 'Billing Address'],
  ['rate', 'Rate'],
  ['contact', 'Contact'],
  ['billingEmail', 'Billing email'],
  ['no_show_billed', 'No-show calls billed'],
  ['waiting_room', 'Waiting room'],
  ['chat_files', 'Chat files'],
  ['streamed_app', 'Streamed application'],
  ['two_factor_required', 'Two-factor required'],
  ['copies_told', 'Tells people of copies'],
  ['retention_days', 'Retention'],
  ['title', 'Title'],
  ['start_time', 'Start'],
  ['end_time', 'End'],
  ['user_id', 'Client'],
  ['participants', 'Participants'],
  ['instance_count', 'Instances'],
  ['use_server', 'Server'],
  ['billable', 'Billable'],
]

test('fields are shown by their labels in a fixed order, and an unknown field last by its own name', () => {
  expect(words({ fields: fields.map(([field]) => field) })).toEqual(fields.map(([, said]) => said))
  const backwards = Object.fromEntries(
    [['a_new_one', ''], ...fields.toReversed()].map(([field = '']) => [field, { from: '', to: '' }]),
  )
  expect(words(backwards)).toEqual([...fields.map(([, said]) => said), 'a_new_one'])
})

test('a new person shows the level, a new organization the rate, and other values are written as they are', () => {
  expect(words({ privs: 10, rate: 11_500 })).toEqual(['Super', 'Rate $115.00'])
  expect(words({ instance_count: { from: 1, to: 2 }, title: { from: 'A', to: 'B' } })).toEqual([
    'Title: A → B',
    'Instances: 1 → 2',
  ])
  expect(words({ end_time: { from: 'A', to: undefined }, name: { from: {}, to: [] } })).toEqual([
    'Name: … → nobody',
    'End: at A → none',
  ])
  expect(words({ coach_id: { from: '', to: 'Dana' } })).toEqual(['Coach'])
})

test("a week without hours shows 'none', and only neighbouring days with the same hours are joined", () => {
  const early = [['08:00', '12:00']]
  const late = [['13:00', '17:00']]
  expect(words({ working_hours: { from: {}, to: { mon: early, tue: late, sat: late, sun: late } } })).toEqual(
    ['Working hours: none → Mon 08:00–12:00, Tue 13:00–17:00, Sat–Sun 13:00–17:00'],
  )
  expect(words({ working_hours: { from: null, to: { mon: early, wed: early } } })).toEqual([
    'Working hours: none → Mon 08:00–12:00, Wed 08:00–12:00',
  ])
})
