import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import type { Span } from '@parley/contract/rules/time/free-times.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { PlainButton } from '#ui/button/button.tsx'
import { dayTitle } from '#features/sessions/form/form-words.ts'
import { GroupLanes } from './group-lanes.tsx'
import type { LanesProps, RulerProps } from './ruler-lanes.ts'
import { scaleFor, stepsOf } from './ruler-scale.ts'
import { clockRangeText, zonedRangeText } from '#features/sessions/words/session-words.ts'
import { TwoLanes } from './two-lanes.tsx'

const stepMs = constants.timeStepMs
const dayMs = 86_400_000

/** Everybody's day side by side, with the chosen time over it. The form says the same in its fields and texts. */
export function Ruler(props: RulerProps) {
  const { availability, isOrg, day, zone, now, span, onSpan, isLocked } = props
  const [held, setHeld] = useState<Span>()
  const { better } = availability
  const isToday = (each: Span) => dayIn(each.start, zone) === day
  const fitting = scaleFor(day, zone, [span, better].filter((each) => each !== undefined).filter(isToday))
  // Keep the scale during a drag, or the frame would run away from the pointer.
  const scale = held ?? fitting
  const earliest = Math.ceil(now / stepMs) * stepMs
  const lanes: LanesProps = {
    ...props,
    scale,
    earliest,
    valueText: span ? zonedRangeText(zone, span.start, span.end) : '',
    onDragging: (isDragging) => setHeld(isDragging ? scale : undefined),
    onPress: (share) => {
      if (!span || isLocked) return
      // The quarter that was pressed, not the nearest edge.
      const start = Math.max(scale.start + stepsOf(scale, share) - stepMs / 2, earliest)
      const onStep = Math.round(start / stepMs) * stepMs
      onSpan({ start: onStep, end: onStep + span.end - span.start })
    },
  }
  return (
    <section aria-label="Everybody's day" className="flex min-w-0 flex-col">
      <DayHead {...props} />
      {isOrg ? <GroupLanes {...lanes} /> : <TwoLanes {...lanes} />}
      <LaneFacts {...lanes} />
    </section>
  )
}

const turnStyles =
  'flex h-(--control-small) min-w-(--control-small) cursor-pointer items-center justify-center rounded-control px-1.5 text-label font-semibold text-ink-2 hover:bg-hover hover:text-ink disabled:cursor-default disabled:text-ink-off [&_svg]:size-4'

function DayHead({ day, zone, now, isLocked, onDay }: RulerProps) {
  const today = dayIn(now, zone)
  const go = (by: number) => onDay(new Date(Date.parse(day) + by * dayMs).toISOString().slice(0, 10))
  return (
    <header className="flex items-center gap-1">
      <h3 className="mr-auto text-large font-semibold">{dayTitle(day)}</h3>
      {!isLocked && (
        <>
          <PlainButton
            aria-label="Day before"
            isDisabled={day <= today}
            onPress={() => go(-1)}
            className={turnStyles}
          >
            <ChevronLeft />
          </PlainButton>
          <PlainButton isDisabled={day === today} onPress={() => onDay(today)} className={turnStyles}>
            Today
          </PlainButton>
          <PlainButton aria-label="Day after" onPress={() => go(1)} className={turnStyles}>
            <ChevronRight />
          </PlainButton>
        </>
      )}
    </header>
  )
}

/** The drawing in words, for screen readers. */
function LaneFacts({ availability, scale, zone }: LanesProps) {
  const facts = availability.lanes.filter((lane) => lane.isKnown)
  return (
    <ul className="sr-only">
      {facts.map((lane) => {
        const shown = lane.busy.filter(({ start, end }) => start < scale.end && end > scale.start)
        const words = shown.map(
          ({ start, end, title }) => `${title ?? 'Busy'} ${clockRangeText(zone, start, end)}`,
        )
        return (
          <li key={lane.option.value}>
            {lane.option.label}: {words.length > 0 ? words.join(', ') : 'nothing else on that day'}.
          </li>
        )
      })}
    </ul>
  )
}
