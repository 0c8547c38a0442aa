import {
  clockIn,
  dayIn,
  daysLater,
  resolveClockTime,
  type Resolved,
  roundToStep,
} from '@parley/contract/rules/time/clock-times.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { nextFreeTime, type Calendar } from '@parley/contract/rules/time/free-times.ts'
import { sessionLengthMaxMs } from '@parley/contract/rules/sessions/sessions.ts'

/** How a time was resolved that the clock skips or repeats on that day. */
export interface TimeNote {
  field: 'start_time' | 'end_time'
  kind: 'gap' | 'doubled'
  /** The requested clock time: '02:30'. */
  clock: string
  /** Both instants of a doubled time. */
  choices: Resolved['choices']
}

/** The form's times. They are instants; the viewer's zone decides which day and clock time are shown. */
export interface Times {
  /** Null if nothing is chosen. The time fields themselves never clear a value. */
  start: number | null
  end: number | null
  note: TimeNote | null
}

const stepMs = constants.timeStepMs
const halfHourMs = 2 * stepMs

/** A new session starts at the next half hour that leaves everybody enough time to get ready. */
export const newTimes = (now: number): Times =>
  withStart(Math.ceil((now + constants.startsSoonMs) / halfHourMs) * halfHourMs)

/** The same once the coach's day is known: then, or when the coach is next free within their hours. */
export function newTimesFor(coach: Calendar, now: number): Times {
  const { start } = newTimes(now)
  const free = start === null ? undefined : nextFreeTime(constants.sessionLengthMs, start, [coach])
  return free ? withStart(free.start) : newTimes(now)
}

/** A new start sets the end to one hour later. */
export const withStart = (start: number): Times => ({
  start: roundToStep(start),
  end: roundToStep(start) + constants.sessionLengthMs,
  note: null,
})

/** A start as typed, on the day that the form shows, rounded to the nearest quarter hour. */
export function withTypedStart(times: Times, clock: string, zone: string): Times {
  if (times.start === null) return times
  const resolved = resolveClockTime(dayIn(times.start, zone), clock, zone)
  return { ...withStart(resolved.instant), note: noteOf('start_time', clock, resolved) }
}

/** Delete and Backspace in a time field reset the start to its full hour. */
export function withFullHour(times: Times, zone: string): Times {
  if (times.start === null) return times
  const clock = clockIn(times.start, zone)
  const back = times.start - Number(clock.slice(3)) * 60_000
  const fullHour = `${clock.slice(0, 2)}:00`
  // In an hour that occurs twice, keep the one that was chosen.
  if (clockIn(back, zone) === fullHour) return withStart(back)
  return withTypedStart(times, fullHour, zone)
}

/** Changes the day; the clock time and the length stay. */
export function withDay(times: Times, day: string, zone: string): Times {
  if (times.start === null) return times
  const clock = clockIn(times.start, zone)
  const resolved = resolveClockTime(day, clock, zone)
  return { ...movedTo(times, resolved.instant), note: noteOf('start_time', clock, resolved) }
}

/** Moves the session and keeps its length, as dragging does. */
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
 * An end as typed: on the start's day, or after midnight if that is within the eight hours that a session may last. If
 * neither fits, it stays on the start's day, and validation rejects it.
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

/** Chooses one of the two instants of a doubled time. The question stays, so that the choice can be changed. */
export function withChoice(times: Times, instant: number): Times {
  const { note } = times
  if (note === null) return times
  return note.field === 'start_time' ? { ...withStart(instant), note } : { ...times, end: instant }
}

function noteOf(field: TimeNote['field'], clock: string, { kind, choices }: Resolved): TimeNote | null {
  return kind === 'plain' ? null : { field, kind, clock, choices }
}

/** The start times that a day offers: its quarter hours, however many it has, that have not passed. */
export function startChoices([from, until]: readonly [number, number], now: number): number[] {
  const first = Math.max(from, Math.ceil(now / stepMs) * stepMs)
  return Array.from(
    { length: Math.max(0, Math.ceil((until - first) / stepMs)) },
    (_, i) => first + i * stepMs,
  )
}
