import { expect, test } from 'vitest'
import { firstWeekday } from './first-weekday.ts'

test.each([
  ['en-US', 0],
  ['en-GB', 1],
  ['de-DE', 1],
  ['ar-EG', 6],
])('in %s a week starts on day %i', (locale, day) => expect(firstWeekday(locale)).toBe(day))
