import { X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'

interface ChipProps {
  /** What is narrowed, and to what. */
  name: string
  value: string
  onClear: () => void
}

/** One thing that narrows a list, with the button that takes it away. */
export function Chip({ name, value, onClear }: ChipProps) {
  return (
    <span className="inline-flex h-7 max-w-full items-center rounded-control border border-line-2 bg-surface pl-2.5 text-label text-ink-2 pointer-coarse:h-11">
      <span className="truncate">
        {name} <span className="font-semibold text-ink">{value}</span>
      </span>
      <Button
        aria-label={`Clear ${name} ${value}`}
        onPress={onClear}
        className="ml-0.5 flex h-full w-7 shrink-0 cursor-pointer items-center justify-center rounded-control text-ink-2 hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:w-11"
      >
        <X aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
      </Button>
    </span>
  )
}
