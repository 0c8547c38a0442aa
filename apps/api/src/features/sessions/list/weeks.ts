import { dayRange, weekStart } from '@parley/contract/rules/clock-times.ts'

const day_ms = 86_400_000

/** The Mondays of this week and the weeks before it, oldest first. */
export const mondaysUntil = (today: string, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, i) => daysLater(weekStart(today), 7 * (i + 1 - weeks)))

const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * day_ms).toISOString().slice(0, 10)

/** The midnights at which these weeks begin in a zone, and the one at which the last week ends. */
export const edgesOf = (mondays: readonly string[], zone: string): Date[] =>
  [...mondays, ...mondays.slice(-1).map((day) => daysLater(day, 7))].map(
    (day) => new Date(dayRange(day, zone)[0]),
  )
