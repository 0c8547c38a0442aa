import { clockIn, dayRange } from '@parley/contract/rules/time/clock-times.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import {
  isInWorkingHours,
  overlaps,
  type Calendar,
  type Span,
} from '@parley/contract/rules/time/free-times.ts'

const hourMs = 3_600_000
const stepMs = constants.timeStepMs
/** A day shows at least 8 AM to 6 PM. */
const usual = { from: 8, until: 18 }

/** The part of a day that a ruler shows, in whole hours of the viewer's clock. */
export function scaleFor(day: string, zone: string, inView: readonly Span[]): Span {
  const [midnight, nextMidnight] = dayRange(day, zone)
  // On a day of 23 or 25 hours these bounds are an hour off 8 and 18 o'clock, which does no harm. An hour stays free
  // around what is in view, if the day has one.
  const starts = [
    midnight + usual.from * hourMs,
    ...inView.map(({ start }) => Math.max(start - hourMs, midnight)),
  ]
  const ends = [midnight + usual.until * hourMs, ...inView.map(({ end }) => end + hourMs)]
  const latest = Math.max(nextMidnight, ...inView.map(({ end }) => end))
  return {
    start: fullHour(Math.min(...starts), zone),
    end: Math.min(fullHour(Math.max(...ends) + hourMs - 1, zone), fullHour(latest + hourMs - 1, zone)),
  }
}

/** The full hour at or before an instant, on a zone's clock. */
const fullHour = (instant: number, zone: string): number => {
  const onStep = Math.floor(instant / stepMs) * stepMs
  return onStep - Number(clockIn(onStep, zone).slice(3)) * 60_000
}

/** The instants of a scale that get a line and labels. */
export const hourMarks = ({ start, end }: Span): number[] =>
  Array.from({ length: Math.round((end - start) / hourMs) + 1 }, (_, i) => start + i * hourMs)

/** Where on the scale an instant lies: 0 is its start, 1 its end. */
export const placeOf = (scale: Span, instant: number): number =>
  Math.min(1, Math.max(0, (instant - scale.start) / (scale.end - scale.start)))

/** The part of a span that the scale shows, as a share of the scale; undefined if it shows none. */
export function partOf(scale: Span, span: Span): { from: number; size: number } | undefined {
  if (!overlaps(scale, span)) return undefined
  const from = placeOf(scale, span.start)
  return { from, size: placeOf(scale, span.end) - from }
}

/** The stretches of a scale that lie outside somebody's working hours. */
export function offHours(scale: Span, calendar: Pick<Calendar, 'zone' | 'workingHours'>): Span[] {
  const stretches: Span[] = []
  for (let start = scale.start; start < scale.end; start += stepMs) {
    const quarter = { start, end: start + stepMs }
    if (isInWorkingHours(quarter, calendar)) continue
    const last = stretches.at(-1)
    if (last?.end === start) last.end = quarter.end
    else stretches.push(quarter)
  }
  return stretches
}

/** Converts a distance along the ruler into time, rounded to quarter hours. */
export const stepsOf = (scale: Span, share: number): number =>
  Math.round((share * (scale.end - scale.start)) / stepMs) * stepMs
