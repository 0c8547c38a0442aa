import { Plus, X } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle } from '#ui/overlay/modal.tsx'
import { Select } from '#ui/choice/select.tsx'
import { clockOf, endsAfter, nextSpan, startsAfter, withStart, type Span } from './working-times.ts'

interface WorkingDayEditorProps {
  name: string
  spans: readonly Span[]
  onChange: (spans: readonly Span[]) => void
  /** Sets the same hours from Monday to Friday. */
  onCopy: (spans: readonly Span[]) => void
}

/** Edits the hours of one day in quarters of an hour, with a break between two spans. */
export function WorkingDayEditor({ name, spans, onChange, onCopy }: WorkingDayEditorProps) {
  const next = nextSpan(spans)
  const change = (index: number, span: Span) =>
    onChange(spans.map((each, place) => (place === index ? span : each)))
  return (
    <div className="flex flex-col gap-3 p-4">
      <DialogTitle size="popover">{name}</DialogTitle>
      {spans.length === 0 && <p className="text-label text-ink-3">Off</p>}
      {spans.map((span, index) => (
        <SpanRow
          // A day has at most two spans, in order.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          span={span}
          previous={spans[index - 1]}
          onChange={(changed) => change(index, changed)}
          onRemove={() => onChange(spans.filter((_, place) => place !== index))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {next && (
          <Button size="small" icon={<Plus strokeWidth={1.75} />} onPress={() => onChange([...spans, next])}>
            {spans.length === 0 ? 'Add hours' : 'Add hours after a break'}
          </Button>
        )}
        {spans.length > 0 && (
          <Button size="small" look="quiet" onPress={() => onCopy(spans)}>
            Copy to Mon – Fri
          </Button>
        )}
      </div>
    </div>
  )
}

interface SpanRowProps {
  span: Span
  previous: Span | undefined
  onChange: (span: Span) => void
  onRemove: () => void
}

const optionsOf = (times: readonly string[]) => times.map((time) => ({ value: time, label: clockOf(time) }))

function SpanRow({ span, previous, onChange, onRemove }: SpanRowProps) {
  const [from, until] = span
  return (
    <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
      <Select
        label="From"
        options={optionsOf(startsAfter(previous))}
        value={from}
        onChange={(time) => onChange(withStart(span, time))}
      />
      <Select
        label="Until"
        options={optionsOf(endsAfter(from))}
        value={until}
        onChange={(time) => onChange([from, time])}
      />
      <Button look="quiet" size="icon" aria-label="Remove these hours" onPress={onRemove}>
        <X />
      </Button>
    </div>
  )
}
