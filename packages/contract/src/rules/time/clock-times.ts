import { Temporal } from 'temporal-polyfill'
import { constants } from '#rules/constants.ts'

/** The instant of a wall-clock time on a day, and how it was found. */
export interface Resolved {
  instant: number
  /** `gap`: the clock skips this time, so it is the first after the gap. `doubled`: it occurs twice, so it is the first. */
  kind: 'plain' | 'gap' | 'doubled'
  /** Both instants of a doubled time with their offsets, for the user to choose from. */
  choices: { instant: number; offset: string }[]
}

/** The instant of a wall-clock time ('09:30') on a day ('2026-11-01') in a zone (docs/rules.md §4). */
export function resolveClockTime(day: string, clock: string, zone: string): Resolved {
  const plain = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(clock))
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = plain.toZonedDateTime(zone, { disambiguation: 'later' })
  if (earlier.epochMilliseconds === later.epochMilliseconds)
    return { instant: earlier.epochMilliseconds, kind: 'plain', choices: [] }
  const isDoubled = earlier.toPlainDateTime().equals(plain)
  if (!isDoubled) return { instant: firstAfterGap(earlier), kind: 'gap', choices: [] }
  const choices = [earlier, later].map((one) => ({ instant: one.epochMilliseconds, offset: one.offset }))
  return { instant: earlier.epochMilliseconds, kind: 'doubled', choices }
}

function firstAfterGap(before: Temporal.ZonedDateTime): number {
  const change = before.getTimeZoneTransition('next')
  if (!change) throw new Error(`a gap without a change of clocks in ${before.timeZoneId}`)
  return change.epochMilliseconds
}

export interface EndChoice {
  instant: number
  /** Whole days after the start's day, on the viewer's calendar: 1 is shown as 'next day'. */
  daysLater: number
}

/** The end times that a form offers: start + 15 minutes to start + 8 hours. */
export function endChoices(start: number, zone: string): EndChoice[] {
  const day = dayOf(start, zone)
  return Array.from({ length: 32 }, (_, i) => {
    const instant = start + (i + 1) * constants.timeStepMs
    return { instant, daysLater: day.until(dayOf(instant, zone)).days }
  })
}

const dayOf = (instant: number, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate()

/** The calendar day ('2026-11-16') of an instant in a zone. */
export const dayIn = (instant: number, zone: string): string => dayOf(instant, zone).toString()

/** The wall clock ('09:30') of an instant in a zone. */
export const clockIn = (instant: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })

/** The calendar day so many days after a day, or before it. */
export const daysLater = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/** Midnight to midnight of a day in a zone, as instants. Such a day can have 23 or 25 hours. */
export function dayRange(day: string, zone: string): [number, number] {
  const date = Temporal.PlainDate.from(day)
  const start = (one: Temporal.PlainDate) => one.toZonedDateTime({ timeZone: zone }).epochMilliseconds
  return [start(date), start(date.add({ days: 1 }))]
}

/** The month of a day as instants. */
export function monthRange(day: string, zone: string): [number, number] {
  const first = Temporal.PlainDate.from(day).with({ day: 1 })
  const start = (one: Temporal.PlainDate) => one.toZonedDateTime({ timeZone: zone }).epochMilliseconds
  return [start(first), start(first.add({ months: 1 }))]
}

/** The Monday on or before a day. */
export function weekStart(day: string): string {
  const date = Temporal.PlainDate.from(day)
  return date.subtract({ days: date.dayOfWeek - 1 }).toString()
}

/** The nearest quarter of an hour, ties up. Every zone's offset is a multiple of a quarter, so instants suffice. */
export const roundToStep = (instantMs: number): number =>
  Math.floor(instantMs / constants.timeStepMs + 0.5) * constants.timeStepMs

export const isOnStep = (instantMs: number): boolean => instantMs % constants.timeStepMs === 0
