import type { Moment } from '@parley/contract/assessment/moments.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'

/** A stretch of time, in epoch milliseconds. */
export interface Scale {
  start: number
  end: number
}

/** The session's own time, extended by moments that were marked before or after it. */
export function scaleOf(
  { start_time, end_time }: Pick<Session, 'start_time' | 'end_time'>,
  moments: readonly Moment[],
): Scale {
  const times = moments.map(({ at }) => Date.parse(at))
  return {
    start: Math.min(Date.parse(start_time), ...times),
    end: Math.max(Date.parse(end_time), ...times),
  }
}

/** An instant's position on the scale: 0 is its start, 1 its end. */
export const placeOf = ({ start, end }: Scale, at: number): number => (at - start) / (end - start)

const minuteMs = 60_000
const steps = [5, 10, 15, 30, 60, 120].map((minutes) => minutes * minuteMs)
const intervalsMax = 5

/** The instants that get a label: full steps of the clock, never more than fit. */
export function ticksOf({ start, end }: Scale): number[] {
  const step = steps.find((each) => (end - start) / each <= intervalsMax) ?? end - start
  const first = Math.ceil(start / step) * step
  return Array.from({ length: Math.floor((end - first) / step) + 1 }, (_, i) => first + i * step)
}

/** Moments that share one flag, in order of time. The flag is at the place of the first. */
export interface Cluster {
  place: number
  moments: [Moment, ...Moment[]]
}

/** No two flags are nearer to each other than `nearest`, a share of the scale. */
export function clustersOf(scale: Scale, moments: readonly Moment[], nearest: number): Cluster[] {
  const clusters: Cluster[] = []
  for (const moment of moments) {
    const place = placeOf(scale, Date.parse(moment.at))
    const last = clusters.at(-1)
    if (last && place - last.place < nearest) last.moments.push(moment)
    else clusters.push({ place, moments: [moment] })
  }
  return clusters
}

/** The moment that a press of a flag chooses: first its first moment, then the next one with each press. */
export function nextIn({ moments }: Cluster, chosenId: string | undefined): Moment {
  const after = moments.findIndex(({ id }) => id === chosenId) + 1
  return moments[after] ?? moments[0]
}
