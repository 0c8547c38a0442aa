import type { Span } from '@parley/contract/rules/time/free-times.ts'
import { cityOf, clockThere } from '#platform/time/time-zone.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Ellipsis } from '#ui/display/ellipsis.tsx'
import { blockLook, Legend } from './lane-parts.tsx'
import { PickFrame } from './pick-frame.tsx'
import { hourMarks, offHours, partOf, placeOf } from './ruler-scale.ts'
import { hourText, shareOf, type LanesProps } from './ruler-lanes.ts'
import type { Lane } from './session-lanes.ts'

const rows = 'grid grid-cols-[10rem_1fr] gap-x-3 max-sm:grid-cols-[8rem_1fr]'
const hourMs = 3_600_000

/** The people of a session of type Org, one below the other, each with their local time. */
export function GroupLanes(props: LanesProps) {
  const { availability, scale, zone, span, onPress } = props
  const { lanes, clashes } = availability
  // Four or five labels fit.
  const hours = (scale.end - scale.start) / hourMs
  const every = hours > 16 ? 6 : hours > 8 ? 4 : 2
  return (
    <>
      <div aria-hidden="true" className={`${rows} pt-3`}>
        <span />
        <div className="relative h-5 font-figures text-micro text-ink-3">
          {hourMarks(scale).map(
            (mark, index) =>
              index % every === 0 && (
                <span
                  key={mark}
                  style={{ left: `${placeOf(scale, mark) * 100}%` }}
                  // Labels at the ends stay inside.
                  className={`absolute whitespace-nowrap ${mark === scale.start ? '' : mark === scale.end ? '-translate-x-full' : '-translate-x-1/2'}`}
                >
                  {hourText(zone, mark)}
                </span>
              ),
          )}
        </div>
      </div>
      <div className={rows}>
        <ul aria-label="Local times">
          {lanes.map((lane) => (
            <li key={lane.option.value} className="flex h-11 items-center gap-2 border-t border-line">
              <Avatar person={lane.option.person} size={22} />
              <span className="min-w-0">
                <Ellipsis className="text-label font-medium">{lane.option.label}</Ellipsis>
                <Ellipsis className="font-figures text-small text-ink-3">
                  {span ? `${clockThere(lane.zone, span.start, zone)} ` : ''}
                  {cityOf(lane.zone)}
                </Ellipsis>
              </span>
            </li>
          ))}
        </ul>
        {/* The arrow keys on the frame do the same. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div
          data-track=""
          onClick={(event) => onPress(shareOf(event, 'x'))}
          className="relative forced-color-adjust-none"
        >
          {hourMarks(scale).map((mark) => (
            <span
              key={mark}
              aria-hidden="true"
              style={{ left: `${placeOf(scale, mark) * 100}%` }}
              className="absolute inset-y-0 w-px bg-line"
            />
          ))}
          {lanes.map((lane) => (
            <LaneRow key={lane.option.value} lane={lane} scale={scale} />
          ))}
          {lanes.length > 0 && span && (
            <PickFrame {...props} span={span} axis="x" onChange={props.onSpan} isClash={clashes.length > 0} />
          )}
        </div>
      </div>
      {lanes.length === 0 && <p className="pt-4 text-label text-ink-3">Choose people to see their day.</p>}
      <Legend {...props} />
    </>
  )
}

const place = (part: { from: number; size: number }) => ({
  left: `${part.from * 100}%`,
  width: `${part.size * 100}%`,
})

function LaneRow({ lane, scale }: { lane: Lane; scale: Span }) {
  return (
    <div aria-hidden="true" className="relative h-11 border-t border-line">
      {lane.isKnown &&
        offHours(scale, lane).map((span) => {
          const part = partOf(scale, span)
          return part && <span key={span.start} style={place(part)} className="lane-off absolute inset-y-0" />
        })}
      {lane.busy.map((span) => {
        const part = partOf(scale, span)
        return (
          part && (
            <span
              key={span.start}
              style={place(part)}
              className={`absolute inset-y-2.5 rounded-tag ${blockLook[lane.role]}`}
            />
          )
        )
      })}
    </div>
  )
}
