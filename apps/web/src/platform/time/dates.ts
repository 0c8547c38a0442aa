import { clockIn, dayIn, daysLater } from '@parley/contract/rules/time/clock-times.ts'
import { clockText, formatIn } from './time-zone.ts'

const dayMs = 86_400_000

/** 'Nov 16, 2026' in a zone. */
export const dayText = (zone: string, at: number | string): string =>
  formatIn(zone, { dateStyle: 'medium' }).format(new Date(at))

/** 'Nov 16, 2026 9:30 AM' in a zone. */
export const instantText = (zone: string, at: number | string): string =>
  `${dayText(zone, at)} ${clockText(zone, new Date(at).getTime())}`

/** As short as a list allows: 'Today, 9:30:05 AM', 'Yesterday, 6:40 PM', else day and time. */
export function listTimeText(zone: string, at: string, now: number): string {
  const instant = new Date(at).getTime()
  const [day, today] = [dayIn(instant, zone), dayIn(now, zone)]
  if (day === today) return `Today, ${formatIn(zone, { timeStyle: 'medium' }).format(instant)}`
  // Compared by calendar day: a day may have 23 hours.
  if (day === daysLater(today, -1)) return `Yesterday, ${clockText(zone, instant)}`
  return instantText(zone, instant)
}

/** 'just now', '5 min ago', '2 h ago', then the day. */
export function agoText(zone: string, at: string, now: number): string {
  const minutes = Math.floor((now - new Date(at).getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h ago` : dayText(zone, at)
}

/** '4 years, 8 months', '3 weeks', 'since today': how long ago a day was, roughly. */
export function spanText(since: string, now: number): string {
  const days = Math.max(0, Math.floor((now - new Date(since).getTime()) / dayMs))
  if (days < 1) return 'since today'
  if (days < 14) return plural(days, 'day')
  if (days < 60) return plural(Math.floor(days / 7), 'week')
  const [from, until] = [new Date(since), new Date(now)]
  const months =
    (until.getUTCFullYear() - from.getUTCFullYear()) * 12 +
    (until.getUTCMonth() - from.getUTCMonth()) -
    (until.getUTCDate() < from.getUTCDate() ? 1 : 0)
  const years = Math.floor(months / 12)
  const parts = [years > 0 && plural(years, 'year'), months % 12 > 0 && plural(months % 12, 'month')]
  return parts.filter(Boolean).join(', ')
}

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Whether a search param is a day: '2026-11-16'. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  // A parser may read February 30 as March 2.
  const at = new Date(value)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

/** How many minutes the wall clock of `zone` is ahead of that of `other` at an instant. */
export function minutesApart(zone: string, other: string, at: number): number {
  const wallClock = (name: string) => Date.parse(`${dayIn(at, name)}T${clockIn(at, name)}Z`)
  return (wallClock(zone) - wallClock(other)) / 60_000
}
