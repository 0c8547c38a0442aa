import type { Session } from '@parley/contract/sessions/sessions.ts'
import { clockIn } from '@parley/contract/rules/time/clock-times.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import type { Span } from '@parley/contract/rules/time/free-times.ts'
import { clockText, withoutHalf } from '#platform/time/time-zone.ts'

const minuteMs = 60_000
/** Shown before and after a session: more than its join window. */
const marginMs = 30 * minuteMs
const steps = [15, 30, 60, 120].map((minutes) => minutes * minuteMs)
const intervalsMax = 6

export const spanOf = ({ start_time, end_time }: Session): Span => ({
  start: Date.parse(start_time),
  end: Date.parse(end_time),
})

export const joinWindowOf = ({ start, end }: Span): Span => ({
  start: start - constants.joinWindowBeforeMs,
  end: end + constants.joinWindowAfterMs,
})

export const scaleOf = ({ start, end }: Span): Span => ({ start: start - marginMs, end: end + marginMs })

/** The instants that get a label: full quarters, halves or hours of the viewer's clock, never more than fit. */
export function ticksOf(scale: Span, zone: string): number[] {
  const step =
    steps.find((each) => (scale.end - scale.start) / each <= intervalsMax) ?? steps.at(-1) ?? minuteMs
  const quarters = Array.from(
    { length: Math.floor((scale.end - scale.start) / constants.timeStepMs) + 1 },
    (_, i) => scale.start + i * constants.timeStepMs,
  )
  return quarters.filter((at) => {
    const [hours = 0, minutes = 0] = clockIn(at, zone).split(':').map(Number)
    return ((hours * 60 + minutes) * minuteMs) % step === 0
  })
}

/** '9 AM' for a full hour, '9:30' between. */
export function tickText(zone: string, at: number): string {
  const text = clockText(zone, at)
  return /:00\s/.test(text) ? text.replace(':00', '') : withoutHalf(text)
}
