import '@fontsource-variable/literata/index.css'
import { momentNoteMax } from '@parley/contract/rules/assessment/moments.ts'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { clockText } from '#platform/time/time-zone.ts'
import type { MarkedMoment } from '#features/assessment/model/sheet.ts'

interface MomentNoteProps {
  moment: MarkedMoment
  zone: string
  onNote: (id: string, note: string) => void
  /** The person has finished the note: the focus goes back to the row. */
  onDone: () => void
  /** The focus has moved elsewhere. */
  onLeft: () => void
}

/** A one-line note on a moment. The moment is already marked, with or without it. */
export function MomentNote({ moment, zone, onNote, onDone, onLeft }: MomentNoteProps) {
  const field = useRef<HTMLInputElement>(null)
  const [note, setNote] = useState(moment.note)
  useEffect(() => field.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return
    // Escape would also close the panel.
    event.preventDefault()
    event.stopPropagation()
    onDone()
  }
  return (
    <input
      ref={field}
      type="text"
      aria-label={`What happened at ${clockText(zone, Date.parse(moment.at))}?`}
      placeholder={moment.isOwn ? 'What happened? Enter goes back' : ''}
      readOnly={!moment.isOwn}
      value={note}
      maxLength={momentNoteMax}
      dir="auto"
      onChange={({ target }) => {
        setNote(target.value)
        onNote(moment.id, target.value)
      }}
      onKeyDown={onKeyDown}
      onBlur={onLeft}
      className="mb-2 h-9 w-full rounded-control border border-control-line bg-sunken px-2.5 font-voice outline-focus placeholder:font-sans placeholder:text-ink-3 focus-visible:outline-2 pointer-coarse:h-11"
    />
  )
}
