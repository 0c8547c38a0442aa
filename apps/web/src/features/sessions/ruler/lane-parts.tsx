import { offHours, partOf } from './ruler-scale.ts'
import type { LanesProps } from './ruler-lanes.ts'

/** The look of a busy span, by the role of its person. */
export const blockLook = {
  // The outline keeps sessions apart that follow each other.
  coach: 'bg-lane-coach-soft text-accent-ink outline-1 outline-canvas',
  other: 'bg-lane-client-soft text-ink-2 outline-1 outline-canvas',
}

/** Explains the hatch and the blocks without a title, if any are in view. */
export function Legend({ availability: { lanes }, scale }: LanesProps) {
  const hasOff = lanes.some((lane) => lane.isKnown && offHours(scale, lane).length > 0)
  const hasHidden = lanes.some(({ busy }) => busy.some((span) => span.title === null && partOf(scale, span)))
  return (
    <p aria-hidden="true" className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-3">
      {hasOff && (
        <span className="flex items-center gap-1.5">
          <span className="lane-off h-2.5 w-3.5 rounded-[3px] border border-line" /> outside working hours
        </span>
      )}
      {hasHidden && (
        <span className="flex items-center gap-1.5">
          <span className="h-2.5 w-3.5 rounded-[3px] bg-lane-client-soft" /> busy, details not shared
        </span>
      )}
    </p>
  )
}
