import {
  minutesOf,
  weekdays,
  type Weekday,
  type WorkingHours,
} from '@parley/contract/rules/time/working-hours.ts'

export type Span = [from: string, until: string]

const dayMinutes = 24 * 60
const stepMinutes = 15

/** The end of a span in minutes. Midnight as an end is the end of the day. */
export const endOf = (until: string): number => minutesOf(until) || dayMinutes

/** The wire format: 8 * 60 is '08:00', and midnight at the end of a day is '00:00' again. */
const wireOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** '8:00 AM'. */
export function clockOf(time: string): string {
  const minutes = minutesOf(time)
  const hour = Math.floor(minutes / 60)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** '8:00 AM – 5:30 PM'. */
export const spanTextOf = ([from, until]: Span): string => `${clockOf(from)} – ${clockOf(until)}`

/** Quarters of an hour from one minute to another, both included. */
const quarters = (first: number, last: number): string[] =>
  Array.from({ length: Math.max(0, Math.floor((last - first) / stepMinutes) + 1) }, (_, index) =>
    wireOf(first + index * stepMinutes),
  )

export const startsAfter = (previous: Span | undefined): string[] =>
  quarters(previous ? endOf(previous[1]) + stepMinutes : 0, dayMinutes - stepMinutes)

export const endsAfter = (from: string): string[] => quarters(minutesOf(from) + stepMinutes, dayMinutes)

/** A span with another start. An end that would not be after it moves along. */
export function withStart([, until]: Span, from: string): Span {
  const isStill = endOf(until) > minutesOf(from)
  return [from, isStill ? until : wireOf(Math.min(minutesOf(from) + 60, dayMinutes))]
}

/** The span to add next to a day: nine to five on an empty one, else hours after a break. */
export function nextSpan(spans: readonly Span[]): Span | undefined {
  const last = spans.at(-1)
  if (!last) return ['09:00', '17:00']
  const from = endOf(last[1]) + 60
  return spans.length < 2 && from < dayMinutes
    ? [wireOf(from), wireOf(Math.min(from + 180, dayMinutes))]
    : undefined
}

/** In minutes of the day. */
export interface Axis {
  from: number
  until: number
}

/** The hours that the lanes show: the usual day, and more if somebody works earlier or later. */
export function axisOf(hours: WorkingHours): Axis {
  const spans = weekdays.flatMap((day) => hours[day] ?? [])
  const starts = spans.map(([from]) => minutesOf(from))
  const ends = spans.map(([, until]) => endOf(until))
  return {
    from: Math.floor(Math.min(6 * 60, ...starts) / 60) * 60,
    until: Math.ceil(Math.max(20 * 60, ...ends) / 60) * 60,
  }
}

const workdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri']

/** The same hours from Monday to Friday. */
export const onWorkdays = (hours: WorkingHours, spans: readonly Span[]): WorkingHours => ({
  ...hours,
  ...Object.fromEntries(workdays.map((day) => [day, [...spans]])),
})

/** A day without spans is off, and a day off has no entry. */
export function withDay(hours: WorkingHours, day: Weekday, spans: readonly Span[]): WorkingHours {
  const { [day]: _, ...others } = hours
  return spans.length === 0 ? others : { ...others, [day]: [...spans] }
}
