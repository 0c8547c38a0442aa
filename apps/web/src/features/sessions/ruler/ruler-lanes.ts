import { clockIn } from '@parley/contract/rules/time/clock-times.ts'
import type { Span } from '@parley/contract/rules/time/free-times.ts'
import type { MouseEvent } from 'react'
import { clockText } from '#platform/time/time-zone.ts'
import type { Availability } from './session-lanes.ts'

export interface RulerProps {
  availability: Availability
  isOrg: boolean
  day: string
  zone: string
  now: number
  span: Span | undefined
  isLocked: boolean
  onDay: (day: string) => void
  onSpan: (span: Span) => void
}

/** Props of the two ways to draw the lanes. */
export interface LanesProps extends Pick<
  RulerProps,
  'availability' | 'zone' | 'now' | 'span' | 'isLocked' | 'onSpan'
> {
  scale: Span
  /** The first instant that can still be chosen. */
  earliest: number
  valueText: string
  onDragging: (isDragging: boolean) => void
  /** A press on the lanes beside the frame moves the span there. */
  onPress: (share: number) => void
}

/** The pressed position along a track, as a share of its length. */
export function shareOf(event: MouseEvent<HTMLElement>, axis: 'x' | 'y'): number {
  const box = event.currentTarget.getBoundingClientRect()
  return axis === 'y' ? (event.clientY - box.top) / box.height : (event.clientX - box.left) / box.width
}

/** '8 AM'; '8:30 AM' in a zone that is half an hour off. */
export const hourText = (zone: string, at: number): string =>
  clockIn(at, zone).endsWith(':00') ? clockText(zone, at).replace(':00', '') : clockText(zone, at)

/** 'Wed' instead of the hour, where a day begins on that zone's clock. */
export const midnightText = (zone: string, at: number): string | undefined =>
  clockIn(at, zone) === '00:00'
    ? new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' }).format(at)
    : undefined
