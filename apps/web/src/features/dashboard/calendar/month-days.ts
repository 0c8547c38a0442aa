import { daysLater } from '@parley/contract/rules/time/clock-times.ts'

const dayMs = 86_400_000

const asDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

/** The same day of another month, or that month's last day if it is shorter. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return asDay(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

export const isSameMonth = (day: string, other: string): boolean => day.slice(0, 7) === other.slice(0, 7)

/** How many days a day is after the start of its week, which begins with `firstDay` (0 is Sunday). */
const placeInWeek = (day: string, firstDay: number): number => (new Date(day).getUTCDay() - firstDay + 7) % 7

/** The weeks that a month's page shows, including days of the adjacent months. */
export function weeksOf(day: string, firstDay: number): string[][] {
  const first = `${day.slice(0, 7)}-01`
  const start = daysLater(first, -placeInWeek(first, firstDay))
  const last = daysLater(monthsLater(first, 1), -1)
  const weeks = Math.ceil((Date.parse(last) - Date.parse(start) + dayMs) / (7 * dayMs))
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, i) => daysLater(start, 7 * week + i)),
  )
}

/** The day to which a key leads, as in any calendar; undefined for other keys. */
export function dayByKey(day: string, key: string, firstDay: number): string | undefined {
  const weekday = placeInWeek(day, firstDay)
  switch (key) {
    case 'ArrowLeft':
      return daysLater(day, -1)
    case 'ArrowRight':
      return daysLater(day, 1)
    case 'ArrowUp':
      return daysLater(day, -7)
    case 'ArrowDown':
      return daysLater(day, 7)
    case 'Home':
      return daysLater(day, -weekday)
    case 'End':
      return daysLater(day, 6 - weekday)
    case 'PageUp':
      return monthsLater(day, -1)
    case 'PageDown':
      return monthsLater(day, 1)
    default:
      return undefined
  }
}

// A day of the calendar has no zone, so format its noon in UTC.
const worded = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
  return (day: string): string => format.format(Date.parse(day) + dayMs / 2)
}

/** 'November 2026'. */
export const monthName = worded({ month: 'long', year: 'numeric' })
/** 'November'. */
export const monthWord = worded({ month: 'long' })
/** 'Monday, November 16, 2026'. */
export const longDay = worded({ dateStyle: 'full' })
