import '@fontsource-variable/literata/index.css'
import { assessmentTextMax } from '@parley/contract/rules/assessment/assessment.ts'
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

interface ObservationProps {
  label: string
  value: string
  rows: number
  /** At the right of the label. */
  end?: ReactNode
  onChange: (text: string) => void
  onSettled: () => void
}

/** The on-screen keyboard of a touch device has no Shift+Enter. */
const isMobile = (): boolean => matchMedia('(pointer: coarse)').matches

/** A text about the client. Enter and leaving the field send it; on a mobile device Enter starts a new line. */
export function Observation({ label, value, rows, end, onChange, onSettled }: ObservationProps) {
  const id = useId()
  const { ref, note } = useCaret(value)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isMobile()) return
    event.preventDefault()
    onSettled()
  }
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-label font-medium">
          {label}
        </label>
        {end}
      </div>
      <textarea
        id={id}
        ref={ref}
        value={value}
        maxLength={assessmentTextMax}
        dir="auto"
        enterKeyHint="enter"
        onChange={({ target }) => {
          note()
          onChange(target.value)
        }}
        onSelect={note}
        onKeyDown={onKeyDown}
        onBlur={onSettled}
        style={{ minHeight: `${rows * 1.5 + 0.875}rem` }}
        className="field-sizing-content max-h-48 w-full resize-none rounded-control border border-control-line bg-surface px-2.5 py-1.5 font-voice text-large text-ink outline-focus focus-visible:outline-2 pointer-coarse:min-h-11"
      />
    </div>
  )
}

/** Somebody else's words may be inserted above while the author writes: keeps the caret in place, counted from the end. */
function useCaret(value: string) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const known = useRef({ text: value, start: 0, end: 0 })
  const note = () => {
    const field = ref.current
    if (field) known.current = { text: field.value, start: field.selectionStart, end: field.selectionEnd }
  }
  useLayoutEffect(() => {
    const field = ref.current
    const { text, start, end } = known.current
    if (!field || document.activeElement !== field || value === text) return
    field.setSelectionRange(value.length - text.length + start, value.length - text.length + end)
    known.current = { text: value, start: field.selectionStart, end: field.selectionEnd }
  }, [value])
  return { ref, note }
}
