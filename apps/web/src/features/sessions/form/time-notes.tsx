import type { Span } from '@parley/contract/rules/time/free-times.ts'
import { CalendarX2, Moon } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { Spinner } from '#ui/display/loading.tsx'
import { SegmentedControl } from '#ui/choice/segmented-control.tsx'
import { choiceText, doubledText, gapText, offerText, takeText } from './form-words.ts'
import { clashText, outsideText, type Availability } from '#features/sessions/ruler/session-lanes.ts'
import type { Times } from './session-times.ts'

interface ClockNoteProps {
  times: Times
  zone: string
  onChoose: (instant: number) => void
}

/** Explains how a clock change affected a chosen time. */
export function ClockNote({ times: { note, start, end }, zone, onChoose }: ClockNoteProps) {
  if (!note) return null
  const became = note.field === 'start_time' ? start : end
  if (became === null) return null
  if (note.kind === 'gap') return <Note kind="info">{gapText(note, became, zone)}</Note>
  return (
    <Note kind="info">
      <p className="mb-2">{doubledText(note)}</p>
      <SegmentedControl
        label="Which one"
        isLabelHidden
        segments={note.choices.map(({ instant }) => ({
          value: String(instant),
          label: choiceText(instant, zone),
        }))}
        value={String(became)}
        onChange={(instant) => onChoose(Number(instant))}
      />
    </Note>
  )
}

/** Shown while the day of a chosen person is loading. */
export const CheckingNote = ({ availability: { isChecking } }: { availability: Availability }) => (
  <output className="mt-4 flex items-center gap-2 text-label text-ink-2 empty:hidden">
    {isChecking && (
      <>
        <Spinner /> Checking who is free…
      </>
    )}
  </output>
)

export interface OfferProps {
  availability: Availability
  isOrg: boolean
  zone: string
  day: string
  onUse: (span: Span) => void
}

/**
 * Shown if somebody is busy: who, in which sessions, until when, and the next time that suits all. A live region, so that
 * screen readers announce it.
 */
export function ClashNote({ availability: { lanes, clashes, better }, isOrg, zone, day, onUse }: OfferProps) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {clashes.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-red-soft px-3 py-2.5 text-label text-red-ink">
          <CalendarX2 className="size-4 shrink-0 self-start sm:mt-0.5" strokeWidth={1.75} />
          <div className="-ml-1.5 min-w-0 flex-1 basis-52">
            {clashes.map((clash) => (
              <p key={`${clash.lane.option.value} ${clash.span.start}`} className="font-semibold">
                {clashText(clash, zone)}
              </p>
            ))}
            {better && (
              <p>
                {lanes.length > 1 ? `Next time free for ${isOrg ? 'all' : 'both'}` : 'Next free time'}:{' '}
                <span className="font-semibold">{offerText(better, zone, day)}</span>
              </p>
            )}
          </div>
          {better && (
            <div className="max-sm:flex max-sm:w-full max-sm:flex-col">
              <Button size="small" onPress={() => onUse(better)}>
                {takeText(better, zone, day)}
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** Shown if nobody is busy but somebody gets a bad hour. Working hours are shown and never enforced. */
export function HoursNote({
  availability: { lanes, clashes, outside, better, isChecking, isFailed },
  isOrg,
  zone,
  day,
  span,
  onUse,
}: OfferProps & { span: Span | undefined }) {
  if (!span || clashes.length > 0 || outside.length === 0) return null
  // Don't call anybody free before their day is known.
  const isKnown = !isChecking && !isFailed && lanes.length > 1
  const all = isKnown ? (isOrg ? 'Everyone is' : 'Both are') : undefined
  return (
    <div className="mt-4 flex gap-2.5 rounded-control border border-line bg-raised px-3 py-2.5 text-label text-ink-2">
      <Moon className="mt-px size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      <div>
        {all !== undefined && `${all} free. `}
        {outside.map((lane) => outsideText(lane, span.start, zone)).join(' ')}
        {better && (
          <span className="mt-1.5 block">
            <Button size="small" width="fit" onPress={() => onUse(better)}>
              Find a kinder time: {offerText(better, zone, day)}
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}
