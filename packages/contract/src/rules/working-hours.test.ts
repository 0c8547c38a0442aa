import { expect, test } from 'vitest'
import { minutesOf, weekdays, workingHours } from './working-hours.ts'

const faultOf = (given: unknown) => {
  const { success, error } = workingHours.safeParse(given)
  return success ? undefined : error?.issues[0]?.message
}
const order = 'A span ends after it begins, and before the next.'

test('days begin on Monday, and minutes are counted from midnight', () => {
  expect(weekdays).toEqual(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])
  expect([minutesOf('00:00'), minutesOf('09:45'), minutesOf('23:15')]).toEqual([0, 585, 1395])
})

test.each([
  ['every day, or none', Object.fromEntries(weekdays.map((day) => [day, [['09:00', '17:00']]]))],
  ['nothing', {}],
  [
    'two spans',
    {
      mon: [
        ['09:00', '12:00'],
        ['13:00', '17:00'],
      ],
    },
  ],
  ['until midnight', { fri: [['18:00', '00:00']] }],
  ['a whole day', { sun: [['00:00', '00:00']] }],
])('%s can be worked', (_name, given) => expect(faultOf(given)).toBeUndefined())

test.each([
  ['off the quarter', { mon: [['09:10', '17:00']] }, 'Use quarters of an hour.'],
  ['hour 24', { mon: [['09:00', '24:00']] }, 'Use quarters of an hour.'],
  ['an end at the beginning', { mon: [['09:00', '09:00']] }, order],
  ['an end before', { mon: [['17:00', '09:00']] }, order],
  [
    'two that meet',
    {
      mon: [
        ['09:00', '12:00'],
        ['12:00', '17:00'],
      ],
    },
    order,
  ],
  [
    'two out of order',
    {
      mon: [
        ['13:00', '17:00'],
        ['09:00', '12:00'],
      ],
    },
    order,
  ],
])('%s cannot', (_name, given, fault) => expect(faultOf(given)).toBe(fault))

test('three spans a day and a day that is none are refused', () => {
  const three = [
    ['06:00', '07:00'],
    ['08:00', '09:00'],
    ['10:00', '11:00'],
  ]
  expect(faultOf({ mon: three })).toBeDefined()
  expect(faultOf({ mondays: [] })).toBeDefined()
})
