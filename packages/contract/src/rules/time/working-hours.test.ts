import { expect, test } from 'vitest'
import { minutesOf, weekdays, workingHours } from './working-hours.ts'

const faultOf = (given: unknown) => {
  const { success, error } = workingHours.safeParse(given)
  return success ? undefined : error?.issues[0]?.message
}
const order = 'A span ends after it begins, and before the next.'

test('the week begins on Monday, and minutes are counted from midnight', () => {
  expect(weekdays).toEqual(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])
  expect([minutesOf('00:00'), minutesOf('09:45'), minutesOf('23:15')]).toEqual([0, 585, 1395])
})

test.each([
  ['hours on every day', Object.fromEntries(weekdays.map((day) => [day, [['09:00', '17:00']]]))],
  ['hours on no day', {}],
  [
    'two spans in a day',
    {
      mon: [
        ['09:00', '12:00'],
        ['13:00', '17:00'],
      ],
    },
  ],
  ['a span until midnight', { fri: [['18:00', '00:00']] }],
  ['a span of the whole day', { sun: [['00:00', '00:00']] }],
])('working hours are accepted: %s', (_name, given) => expect(faultOf(given)).toBeUndefined())

test.each([
  ['a time off the quarter hour', { mon: [['09:10', '17:00']] }, 'Use quarters of an hour.'],
  ['the hour 24', { mon: [['09:00', '24:00']] }, 'Use quarters of an hour.'],
  ['an end at the beginning', { mon: [['09:00', '09:00']] }, order],
  ['an end before the beginning', { mon: [['17:00', '09:00']] }, order],
  [
    'two spans that meet',
    {
      mon: [
        ['09:00', '12:00'],
        ['12:00', '17:00'],
      ],
    },
    order,
  ],
  [
    'two spans out of order',
    {
      mon: [
        ['13:00', '17:00'],
        ['09:00', '12:00'],
      ],
    },
    order,
  ],
])('working hours are refused: %s', (_name, given, fault) => expect(faultOf(given)).toBe(fault))

test('three spans in a day and an unknown day are refused', () => {
  const three = [
    ['06:00', '07:00'],
    ['08:00', '09:00'],
    ['10:00', '11:00'],
  ]
  expect(faultOf({ mon: three })).toBeDefined()
  expect(faultOf({ mondays: [] })).toBeDefined()
})
