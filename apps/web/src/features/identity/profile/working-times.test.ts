import { workingHours } from '@parley/contract/rules/time/working-hours.ts'
import { expect, test } from 'vitest'
import {
  axisOf,
  clockOf,
  endsAfter,
  nextSpan,
  onWorkdays,
  startsAfter,
  withDay,
  withStart,
} from './working-times.ts'

test('times are written on a 12-hour clock', () => {
  expect(['00:00', '08:00', '12:15', '17:30'].map(clockOf)).toEqual([
    '12:00 AM',
    '8:00 AM',
    '12:15 PM',
    '5:30 PM',
  ])
})

test('starts are offered after the span before, and ends after their start until midnight', () => {
  expect(startsAfter(undefined).at(0)).toBe('00:00')
  expect(startsAfter(['08:00', '12:00']).at(0)).toBe('12:15')
  expect(endsAfter('23:30')).toEqual(['23:45', '00:00'])
})

test('a start moved past the end moves the end as well, and generated spans are valid working hours', () => {
  expect(withStart(['08:00', '12:00'], '13:00')).toEqual(['13:00', '14:00'])
  expect(withStart(['08:00', '12:00'], '23:45')).toEqual(['23:45', '00:00'])
  const first = nextSpan([]) ?? ['', '']
  const second = nextSpan([first]) ?? ['', '']
  const hours = onWorkdays(withDay({}, 'sat', [first]), [first, second])
  expect(workingHours.safeParse(hours).success).toBe(true)
  expect(nextSpan([first, second])).toBeUndefined()
  expect(nextSpan([['08:00', '23:30']])).toBeUndefined()
})

test('a day without spans is left out, and the axis extends to the earliest and latest hours', () => {
  expect(withDay({ mon: [['08:00', '12:00']] }, 'mon', [])).toEqual({})
  expect(axisOf({})).toEqual({ from: 360, until: 1200 })
  expect(axisOf({ mon: [['05:30', '00:00']] })).toEqual({ from: 300, until: 1440 })
})
