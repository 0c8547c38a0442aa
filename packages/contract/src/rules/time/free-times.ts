import { clockIn, dayIn } from './clock-times.ts'
import { constants } from '#rules/constants.ts'
import { minutesOf, weekdays, type WorkingHours } from './working-hours.ts'

export interface Span {
  start: number
  end: number
}

/** Spans are half-open: one may begin when the other ends. */
export const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end

/** The first busy span that overlaps the wanted one, or undefined. */
export const clashWith = (wanted: Span, busy: readonly Span[]): Span | undefined =>
  busy.find((span) => overlaps(wanted, span))

export interface Calendar {
  busy: readonly Span[]
  zone: string
  /** Null means any time. Working hours affect which times are offered; they are never enforced. */
  workingHours: WorkingHours | null
}

/** Whether a span lies within one span of a person's working hours, in their own zone. */
export function isInWorkingHours(
  span: Span,
  { zone, workingHours }: Pick<Calendar, 'zone' | 'workingHours'>,
): boolean {
  if (!workingHours) return true
  const day = dayIn(span.start, zone)
  const weekday = weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]
  if (!weekday) return false
  const from = minutesOf(clockIn(span.start, zone))
  const until = from + (span.end - span.start) / 60_000
  return (workingHours[weekday] ?? []).some(
    ([start, end]) => minutesOf(start) <= from && until <= (minutesOf(end) || 1440),
  )
}

/** The hours assumed for people who have not set any, so that nobody is offered four in the morning. */
const assumed: [string, string][] = [['08:00', '20:00']]
const assumedHours: WorkingHours = Object.fromEntries(weekdays.map((day) => [day, assumed]))

/** Whether a time is reasonable for a person: within their hours, or the assumed ones, in their own zone. */
export const isKind = (
  span: Span,
  { zone, workingHours }: Pick<Calendar, 'zone' | 'workingHours'>,
): boolean => isInWorkingHours(span, { zone, workingHours: workingHours ?? assumedHours })

/** How many days ahead the search goes. */
const searchDays = 14

/**
 * The next span of that length, from `after` on, that is free for everybody. Prefers one within everybody's working hours
 * (8 AM to 8 PM for people who have not set theirs), else takes any hour. Booking uses the same overlap rule.
 */
export function nextFreeTime(
  length: number,
  after: number,
  calendars: readonly Calendar[],
): Span | undefined {
  const step = constants.timeStepMs
  const first = Math.ceil(after / step) * step
  let anyHour: Span | undefined
  for (let start = first; start < first + searchDays * 86_400_000; start += step) {
    const span = { start, end: start + length }
    if (calendars.some(({ busy }) => clashWith(span, busy))) continue
    if (calendars.every((calendar) => isKind(span, calendar))) return span
    anyHour ??= span
  }
  return anyHour
}
