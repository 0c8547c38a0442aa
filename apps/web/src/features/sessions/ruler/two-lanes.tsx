import type { Span } from '@parley/contract/rules/time/free-times.ts'
import { otherWeekday, shortZoneName } from '#platform/time/time-zone.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import { blockLook, Legend } from './lane-parts.tsx'
import { PickFrame } from './pick-frame.tsx'
import { hourMarks, offHours, partOf, placeOf } from './ruler-scale.ts'
import { hourText, midnightText, shareOf, type LanesProps } from './ruler-lanes.ts'
import { firstNameOf, type BusySpan, type Lane } from './session-lanes.ts'

const hourMs = 3_600_000
/**
 * An hour has the same height on every day, however much of it is in view, so that a quarter hour can always be hit. All
 * heights are in rem, because the blocks must grow with larger text.
 */
const hourHeight = { usual: 2.625, small: 2.25 }

const columns = 'grid grid-cols-[3.75rem_1fr_1fr_3.75rem] gap-x-2'

/** Coach and client side by side, each with the clock of their own zone at their side. */
export function TwoLanes(props: LanesProps) {
  const { availability, scale, onPress } = props
  const isSmall = useSmallScreen()
  const hours = (scale.end - scale.start) / hourMs
  const height = hours * (isSmall ? hourHeight.small : hourHeight.usual)
  const coach = availability.lanes.find(({ role }) => role === 'coach')
  const client = availability.lanes.find(({ role }) => role === 'other')
  // Until there is a coach, the hours are the viewer's.
  const leftZone = coach?.zone ?? props.zone
  return (
    <>
      <div className={`${columns} pt-3 text-label`}>
        <span />
        <LaneHead lane={coach} placeholder="Coach" />
        <LaneHead lane={client} placeholder="Client" />
        <span />
        <ZoneName zone={leftZone} at={scale.start} viewerZone={props.zone} side="left" />
        <span />
        <span />
        <ZoneName zone={client?.zone} at={scale.start} viewerZone={props.zone} side="right" />
      </div>
      <div className={`${columns} mt-3`} style={{ height: `${height}rem` }}>
        <Axis scale={scale} zone={leftZone} side="left" />
        {/* The arrow keys on the frame do the same. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div
          data-track=""
          onClick={(event) => onPress(shareOf(event, 'y'))}
          className="relative col-span-2 forced-color-adjust-none"
        >
          {hourMarks(scale).map((mark) => (
            <span
              key={mark}
              aria-hidden="true"
              style={{ top: `${placeOf(scale, mark) * 100}%` }}
              className="absolute inset-x-0 h-px bg-line"
            />
          ))}
          {/* Under the blocks, so that it crosses no title. */}
          <NowLine scale={scale} now={props.now} />
          <div aria-hidden="true" className="absolute inset-0 grid grid-cols-2 gap-x-2">
            <LaneColumn {...props} lane={coach} height={height} />
            <LaneColumn {...props} lane={client} height={height} />
          </div>
          <Offer {...props} />
          {props.span && (
            <PickFrame
              {...props}
              span={props.span}
              axis="y"
              onChange={props.onSpan}
              isClash={availability.clashes.length > 0}
            />
          )}
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 z-3 grid grid-cols-2 gap-x-2"
          >
            <ClashColumn {...props} lane={coach} height={height} />
            <ClashColumn {...props} lane={client} height={height} />
          </div>
        </div>
        <Axis scale={scale} zone={client?.zone} side="right" />
      </div>
      <Legend {...props} />
    </>
  )
}

function LaneHead({ lane, placeholder }: { lane: Lane | undefined; placeholder: string }) {
  if (!lane) return <span className="truncate text-ink-3">{placeholder}</span>
  return (
    <span className="flex min-w-0 items-center gap-2 font-semibold">
      <Avatar person={lane.option.person} size={22} />
      <span className="truncate">{firstNameOf(lane)}</span>
    </span>
  )
}

interface SideProps {
  zone: string | undefined
  at: number
  viewerZone: string
  side: 'left' | 'right'
}

const ZoneName = ({ zone, at, viewerZone, side }: SideProps) => (
  <span className={`pt-1.5 text-small text-ink-3 ${side === 'left' ? 'text-right' : ''}`}>
    {zone !== undefined &&
      [shortZoneName(zone, at), otherWeekday(zone, at, viewerZone)].filter(Boolean).join(' ')}
  </span>
)

function Axis({ scale, zone, side }: { scale: Span; zone: string | undefined; side: 'left' | 'right' }) {
  return (
    <div aria-hidden="true" className="relative font-figures text-small text-ink-3">
      {zone !== undefined &&
        hourMarks(scale).map((mark) => (
          <span
            key={mark}
            style={{ top: `${placeOf(scale, mark) * 100}%` }}
            className={`absolute -translate-y-1/2 whitespace-nowrap ${side === 'left' ? 'right-0' : 'left-0'}`}
          >
            {midnightText(zone, mark) ?? hourText(zone, mark)}
          </span>
        ))}
    </div>
  )
}

const place = (part: { from: number; size: number }) => ({
  top: `${part.from * 100}%`,
  height: `${part.size * 100}%`,
})

interface ColumnProps extends LanesProps {
  lane: Lane | undefined
}

function LaneColumn(props: ColumnProps & { height: number }) {
  const { lane, scale, height } = props
  if (!lane) return <div />
  if (!lane.isKnown) return <Skeleton className="h-full w-full" />
  return (
    <div className="relative">
      {offHours(scale, lane).map((span) => {
        const part = partOf(scale, span)
        return part && <span key={span.start} style={place(part)} className="lane-off absolute inset-x-0" />
      })}
      {lane.busy.map((span) => {
        const part = partOf(scale, span)
        return (
          part && (
            <Block
              key={span.start}
              lane={lane}
              span={span}
              style={place(part)}
              height={part.size * height}
              // If the block is in the way, its name is over the hatch instead.
              isNamed={meetingOf(props)?.nameOf !== span}
            />
          )
        )
      })}
    </div>
  )
}

interface BlockProps {
  lane: Lane
  span: BusySpan
  style: { top: string; height: string }
  height: number
  isNamed: boolean
}

/** Below this height a word would be cut off. */
const wordHeight = 1

/** The part where the chosen time meets a busy span, and that span if its name fits there. */
function meetingOf({ lane, availability, scale, span, height }: ColumnProps & { height: number }) {
  const clash = availability.clashes.find((each) => each.lane === lane)
  const part =
    clash &&
    span &&
    partOf(scale, {
      start: Math.max(span.start, clash.span.start),
      end: Math.min(span.end, clash.span.end),
    })
  return part && { part, nameOf: part.size * height >= wordHeight ? clash.span : undefined }
}

const Block = ({ lane: { role }, span, style, height, isNamed }: BlockProps) => (
  <span
    style={style}
    className={`absolute inset-x-0 overflow-hidden rounded-tag px-2 text-small ${blockLook[role]} ${height > 1.5 ? 'pt-1' : ''}`}
  >
    {isNamed && height >= wordHeight && <span className="block truncate">{span.title ?? 'Busy'}</span>}
  </span>
)

/** Marks where the chosen time meets a busy span, and names that span. */
function ClashColumn(props: ColumnProps & { height: number }) {
  const meeting = meetingOf(props)
  return (
    <div className="relative">
      {meeting && (
        <span
          style={place(meeting.part)}
          className="lane-clash absolute inset-x-0 flex items-center justify-center overflow-hidden px-1"
        >
          {meeting.nameOf && (
            <span className="truncate rounded-tag bg-red-soft px-2 text-small font-semibold text-red-ink">
              {meeting.nameOf.title ?? 'Busy'}
            </span>
          )}
        </span>
      )}
    </div>
  )
}

function NowLine({ scale, now }: { scale: Span; now: number }) {
  if (now < scale.start || now > scale.end) return null
  return (
    <span
      aria-hidden="true"
      style={{ top: `${placeOf(scale, now) * 100}%` }}
      className="pointer-events-none absolute inset-x-0 h-px bg-red before:absolute before:-top-[3px] before:-left-1 before:size-[7px] before:rounded-round before:bg-red"
    />
  )
}

/** The next time that suits both; a press takes it, as does the button in the form. */
function Offer({ availability: { better, clashes }, scale, onSpan, isLocked }: LanesProps) {
  const part = better && partOf(scale, better)
  if (!part || isLocked || clashes.length === 0) return null
  return (
    // The button beside the clash does the same for the keyboard.
    <button
      type="button"
      aria-hidden="true"
      tabIndex={-1}
      style={place(part)}
      onClick={(event) => {
        event.stopPropagation()
        onSpan(better)
      }}
      // The label is at the end, because the chosen time may still cover the beginning, with its handle in the middle.
      className="absolute -inset-x-1 z-1 flex cursor-pointer items-end justify-center rounded-control border border-dashed border-green pb-1"
    >
      <span className="rounded-tag bg-green-soft px-2 py-0.5 text-small font-semibold text-green-ink">
        Free for both
      </span>
    </button>
  )
}
