import { clockIn } from '@parley/contract/rules/clock-times.ts'
import type { Span } from '@parley/contract/rules/free-times.ts'
import type { MouseEvent } from 'react'
import { clockText } from '#platform/time/time-zone.ts'
import type { Choosing } from './session-lanes.ts'

export interface RulerProps {
  choosing: Choosing
  isOrg: boolean
  day: string
  zone: string
  now: number
  span: Span | undefined
  isLocked: boolean
  onDay: (day: string) => void
  onSpan: (span: Span) => void
}

/** What the two ways to draw the lanes are given. */
export interface LanesProps extends Pick<
  RulerProps,
  'choosing' | 'zone' | 'now' | 'span' | 'isLocked' | 'onSpan'
> {
  scale: Span
  /** The first instant that can still be chosen. */
  earliest: number
  valueText: string
  onDragging: (isDragging: boolean) => void
  /** A press beside everything: the span goes there. */
  onPress: (share: number) => void
}

/** The pressed place along a track, as a share of it. */
export function shareOf(event: MouseEvent<HTMLElement>, axis: 'x' | 'y'): number {
  const box = event.currentTarget.getBoundingClientRect()
  return axis === 'y' ? (event.clientY - box.top) / box.height : (event.clientX - box.left) / box.width
}

/** '8 AM'; '8:30 AM' in a zone that lies half an hour beside. */
export const hourText = (zone: string, at: number): string =>
  clockIn(at, zone).endsWith(':00') ? clockText(zone, at).replace(':00', '') : clockText(zone, at)

/** Where a day begins on somebody's clock, its name stands in place of the hour: 'Wed'. */
export const midnightText = (zone: string, at: number): string | undefined =>
  clockIn(at, zone) === '00:00'
    ? new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' }).format(at)
    : undefined
