import { clockText } from './time-zone.ts'

const dayMs = 86_400_000

/** 'Nov 16, 2026' in a zone. */
export const dayText = (zone: string, at: number | string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'medium' }).format(new Date(at))

/** 'Nov 16, 2026 9:30 AM' in a zone. */
export const instantText = (zone: string, at: number | string): string =>
  `${dayText(zone, at)} ${clockText(zone, new Date(at).getTime())}`

/** As short as a list allows: '9:30:05 AM' today, 'Yesterday, 6:40 PM', else day and time. */
export function listTimeText(zone: string, at: string, now: number): string {
  const instant = new Date(at).getTime()
  const day = dayText(zone, instant)
  if (day === dayText(zone, now)) {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'medium' }).format(instant)
  }
  if (day === dayText(zone, now - dayMs)) return `Yesterday, ${clockText(zone, instant)}`
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

/** A day as the address and a date field write it: '2026-11-16'. */
export const dayOf = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at)

export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))

export const dayAfter = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

/** The instant at which a day begins in a zone. */
export function startOfDay(zone: string, day: string): number {
  const midnight = Date.parse(day)
  // The offset may differ between the guess and the instant itself, where a clock change lies between.
  const guess = midnight - offsetAt(zone, midnight)
  return midnight - offsetAt(zone, guess)
}

/** How far a zone's clock is ahead of UTC at an instant. */
function offsetAt(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value ?? 0)
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wall - Math.floor(at / 1000) * 1000
}
