import { constants } from '@parley/contract/rules/constants.ts'
import type { Span } from '@parley/contract/rules/time/free-times.ts'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { placeOf, stepsOf } from './ruler-scale.ts'

const stepMs = constants.timeStepMs

type Edge = 'start' | 'end'

interface PickFrameProps {
  scale: Span
  span: Span
  axis: 'x' | 'y'
  /** The first instant that can still be chosen. */
  earliest: number
  isClash: boolean
  isLocked: boolean
  /** The chosen time in words. */
  valueText: string
  onChange: (span: Span) => void
  /** The ruler keeps its scale during a drag. */
  onDragging: (isDragging: boolean) => void
}

/** How each axis is drawn, and the arrow keys that move along it. */
const axes = {
  y: {
    at: (from: number, size: number) => ({ top: `${from * 100}%`, height: `${size * 100}%` }),
    frame: '-inset-x-1',
    handles: {
      start: 'inset-x-0 top-0 h-3 -translate-y-1/2 cursor-ns-resize',
      end: 'inset-x-0 bottom-0 h-3 translate-y-1/2 cursor-ns-resize',
    },
    later: 'ArrowDown',
    earlier: 'ArrowUp',
  },
  x: {
    at: (from: number, size: number) => ({ left: `${from * 100}%`, width: `${size * 100}%` }),
    frame: 'inset-y-0',
    handles: {
      start: 'inset-y-0 left-0 w-3 -translate-x-1/2 cursor-ew-resize',
      end: 'inset-y-0 right-0 w-3 translate-x-1/2 cursor-ew-resize',
    },
    later: 'ArrowRight',
    earlier: 'ArrowLeft',
  },
} as const

/**
 * The chosen span as a frame over the lanes. The user drags it as a whole or by its edges, or moves it with the arrow
 * keys, a quarter of an hour at a time; with Shift, the keys move its end.
 */
export function PickFrame(props: PickFrameProps) {
  const { scale, span, axis, isClash, isLocked, valueText, onChange } = props
  const look = axes[axis]
  const from = placeOf(scale, span.start)
  const drag = useDrag(props)

  const keys = (event: KeyboardEvent) => {
    const direction = event.key === look.later ? 1 : event.key === look.earlier ? -1 : 0
    if (direction === 0) return
    event.preventDefault()
    const by = direction * stepMs
    onChange(event.shiftKey ? stretched(span, 'end', by, props) : moved(span, by, props))
  }

  return (
    <div
      // A range input has one value; this has two and is drawn over the lanes.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      aria-label="Session time"
      aria-orientation={axis === 'y' ? 'vertical' : 'horizontal'}
      aria-valuemin={0}
      aria-valuemax={Math.round((scale.end - scale.start) / 60_000)}
      aria-valuenow={Math.round((span.start - scale.start) / 60_000)}
      aria-valuetext={valueText}
      aria-disabled={isLocked}
      tabIndex={0}
      style={look.at(from, placeOf(scale, span.end) - from)}
      onKeyDown={isLocked ? undefined : keys}
      // The click that ends a drag must not count as a press on the ruler below.
      onClick={(event) => event.stopPropagation()}
      {...(!isLocked && drag('whole'))}
      className={`absolute z-2 touch-none rounded-control border-2 forced-color-adjust-none ${look.frame} ${
        isClash ? 'border-red bg-red/5' : 'border-accent bg-accent/10'
      } ${isLocked ? '' : 'cursor-grab active:cursor-grabbing'}`}
    >
      {!isLocked &&
        (['start', 'end'] as const).map((edge) => (
          <span
            key={edge}
            aria-hidden="true"
            {...drag(edge)}
            className={`absolute flex touch-none items-center justify-center ${look.handles[edge]}`}
          >
            <span
              className={`size-2.5 rounded-round border-2 bg-raised ${isClash ? 'border-red' : 'border-accent'}`}
            />
          </span>
        ))}
    </div>
  )
}

type Limits = Pick<PickFrameProps, 'earliest'>

/** Moves the span, but never into the past. */
const moved = ({ start, end }: Span, by: number, { earliest }: Limits): Span => {
  const to = Math.max(start + by, earliest)
  return { start: to, end: to + end - start }
}

/** Changes the length: at least one step, at most eight hours. */
function stretched(span: Span, edge: Edge, by: number, { earliest }: Limits): Span {
  const longest = 32 * stepMs
  if (edge === 'end')
    return {
      ...span,
      end: Math.min(Math.max(span.end + by, span.start + stepMs), span.start + longest),
    }
  const start = Math.min(Math.max(span.start + by, earliest, span.end - longest), span.end - stepMs)
  return { ...span, start }
}

/** Follows the pointer from where it was pressed, and moves the span that was chosen at that time. */
function useDrag(props: PickFrameProps) {
  const { scale, span, axis, onChange, onDragging } = props
  const end = () => {
    begun.current = undefined
    onDragging(false)
  }
  const begun = useRef<{ at: number; length: number; span: Span; scale: Span }>(undefined)
  return (part: Edge | 'whole') => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const track = event.currentTarget.closest('[data-track]')
      if (!track || event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      const box = track.getBoundingClientRect()
      begun.current = {
        at: axis === 'y' ? event.clientY : event.clientX,
        length: axis === 'y' ? box.height : box.width,
        span,
        scale,
      }
      onDragging(true)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = begun.current
      if (!from || !event.currentTarget.hasPointerCapture(event.pointerId)) return
      event.stopPropagation()
      const way = (axis === 'y' ? event.clientY : event.clientX) - from.at
      const by = stepsOf(from.scale, way / from.length)
      onChange(part === 'whole' ? moved(from.span, by, props) : stretched(from.span, part, by, props))
    },
    onPointerUp: end,
    onPointerCancel: end,
  })
}
