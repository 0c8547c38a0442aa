import type { Span } from '@parley/contract/rules/calls/presence.ts'

const minuteMs = 60_000
const steps = [1, 2, 5, 10, 15, 30, 60, 120].map((minutes) => minutes * minuteMs)
const intervalsMax = 5

/** From the first arrival to the last departure. */
export function laneScaleOf(spans: readonly Span[]): Span | undefined {
  if (spans.length === 0) return undefined
  return {
    from: Math.min(...spans.map(({ from }) => from)),
    until: Math.max(...spans.map(({ until }) => until)),
  }
}

/** The first label begins at the scale's beginning and the others are centred: nearer than this share they would touch. */
const nearestShare = 5

/** The times that get a label: the beginning, and full steps of the clock at a distance from it. */
export function laneTicksOf({ from, until }: Span): number[] {
  const length = until - from
  const step = steps.find((each) => length / each <= intervalsMax) ?? length
  const first = Math.ceil(from / step) * step
  const full = Array.from({ length: Math.floor((until - first) / step) + 1 }, (_, i) => first + i * step)
  return [from, ...full.filter((tick) => (tick - from) * nearestShare >= length && tick <= until)]
}
