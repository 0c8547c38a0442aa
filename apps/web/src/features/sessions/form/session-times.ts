import {
  clockIn,
  dayIn,
  daysLater,
  resolveClockTime,
  type Resolved,
} from '@parley/contract/rules/clock-times.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { nextFreeTime, type Calendar } from '@parley/contract/rules/free-times.ts'
import { roundToStep } from '@parley/contract/rules/rounding.ts'
import { sessionLengthMaxMs } from '@parley/contract/rules/sessions.ts'

/** What became of a time that the clock skips on that day, or has twice. */
export interface TimeNote {
  field: 'start_time' | 'end_time'
  kind: 'gap' | 'doubled'
  /** As it was asked for: '02:30'. */
  clock: string
  /** Both instants of a doubled time. */
  choices: Resolved['choices']
}

/** The times of a form. They are instants; the viewer's zone decides what day and clock they are shown as. */
export interface Times {
  /** Null where nothing is chosen; the fields themselves never let go of a value. */
  start: number | null
  end: number | null
  note: TimeNote | null
}

const stepMs = constants.timeStepMs
const halfHourMs = 2 * stepMs

/** A new session begins at the next half hour that is far enough away for all to get ready. */
export const newTimes = (now: number): Times =>
  withStart(Math.ceil((now + constants.startsSoonMs) / halfHourMs) * halfHourMs)

/** The same once the coach's day is known: then, or when they are next free within their hours. */
export function newTimesFor(coach: Calendar, now: number): Times {
  const { start } = newTimes(now)
  const free = start === null ? undefined : nextFreeTime(constants.sessionLengthMs, start, [coach])
  return free ? withStart(free.start) : newTimes(now)
}

/** A new start moves the end to one hour later. */
export const withStart = (start: number): Times => ({
  start: roundToStep(start),
  end: roundToStep(start) + constants.sessionLengthMs,
  note: null,
})

/** A start as it was typed, on the day that the form shows; any minute becomes the nearest quarter of an hour. */
export function withTypedStart(times: Times, clock: string, zone: string): Times {
  if (times.start === null) return times
  const resolved = resolveClockTime(dayIn(times.start, zone), clock, zone)
  return { ...withStart(resolved.instant), note: noteOf('start_time', clock, resolved) }
}

/** Delete and Backspace in a time field: the start falls back to its full hour. */
export function withFullHour(times: Times, zone: string): Times {
  if (times.start === null) return times
  const clock = clockIn(times.start, zone)
  const back = times.start - Number(clock.slice(3)) * 60_000
  const fullHour = `${clock.slice(0, 2)}:00`
  // Of a doubled hour the one that was chosen stays.
  if (clockIn(back, zone) === fullHour) return withStart(back)
  return withTypedStart(times, fullHour, zone)
}

/** Another day: the clock and the length stay. */
export function withDay(times: Times, day: string, zone: string): Times {
  if (times.start === null) return times
  const clock = clockIn(times.start, zone)
  const resolved = resolveClockTime(day, clock, zone)
  return { ...movedTo(times, resolved.instant), note: noteOf('start_time', clock, resolved) }
}

/** Somewhere else with the same length, as by dragging. */
export function movedTo(times: Times, start: number): Times {
  const length = lengthOf(times)
  return { start: roundToStep(start), end: roundToStep(start) + length, note: null }
}

export const lengthOf = ({ start, end }: Times): number =>
  start !== null && end !== null && end > start ? end - start : constants.sessionLengthMs

export const withEnd = (times: Times, end: number): Times => ({
  ...times,
  end: roundToStep(end),
  note: times.note?.field === 'end_time' ? null : times.note,
})

/**
 * An end as it was typed: on the start's day, or after midnight where that is within the eight hours that a session may
 * last. What fits neither stays on the start's day, for the rules to refuse.
 */
export function withTypedEnd(times: Times, clock: string, zone: string): Times {
  const { start } = times
  if (start === null) return times
  const day = dayIn(start, zone)
  const asked = [day, daysLater(day, 1)].flatMap((each) => {
    const resolved = resolveClockTime(each, clock, zone)
    const instants =
      resolved.kind === 'doubled' ? resolved.choices.map((choice) => choice.instant) : [resolved.instant]
    return instants.map((instant) => ({ end: roundToStep(instant), resolved }))
  })
  const fits = ({ end }: { end: number }) => end > start && end <= start + sessionLengthMaxMs
  const chosen = asked.find(fits) ?? asked[0]
  if (!chosen) return times
  const { resolved } = chosen
  const choices = resolved.choices.filter(({ instant }) => fits({ end: instant }))
  const isPlain = resolved.kind === 'doubled' && choices.length < 2
  return {
    ...times,
    end: chosen.end,
    note: isPlain ? null : noteOf('end_time', clock, { ...resolved, choices }),
  }
}

/** The other one of a doubled time. The question stays, so that the choice can be taken back. */
export function withChoice(times: Times, instant: number): Times {
  const { note } = times
  if (note === null) return times
  return note.field === 'start_time' ? { ...withStart(instant), note } : { ...times, end: instant }
}

function noteOf(field: TimeNote['field'], clock: string, { kind, choices }: Resolved): TimeNote | null {
  return kind === 'plain' ? null : { field, kind, clock, choices }
}

/** The starts that a day offers: its quarters of an hour, however many it has, that have not passed. */
export function startChoices([from, until]: readonly [number, number], now: number): number[] {
  const first = Math.max(from, Math.ceil(now / stepMs) * stepMs)
  return Array.from(
    { length: Math.max(0, Math.ceil((until - first) / stepMs)) },
    (_, i) => first + i * stepMs,
  )
}
