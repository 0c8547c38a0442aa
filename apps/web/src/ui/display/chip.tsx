import { X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'

interface ChipProps {
  /** The name of the filter, and then its value. */
  name: string
  value: string
  /** Follows the value. On a small screen it is only read out. */
  unit?: string
  onClear: () => void
}

/** A filter of a list, with the button that removes it. */
export function Chip({ name, value, unit = '', onClear }: ChipProps) {
  return (
    <span className="inline-flex h-7 max-w-full items-center rounded-control border border-line-2 bg-surface pl-2.5 text-label text-ink-2 pointer-coarse:h-8.5">
      <span className="truncate">
        {name}{' '}
        <span className="font-semibold text-ink">
          {value}
          {unit !== '' && <span className="max-sm:sr-only"> {unit}</span>}
        </span>
      </span>
      <Button
        aria-label={`Clear ${name} ${value} ${unit}`.trim()}
        onPress={onClear}
        // 44 px for a finger, though the chip itself is low.
        className="relative ml-0.5 flex h-full w-7 shrink-0 cursor-pointer items-center justify-center rounded-control text-ink-2 hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:w-9 pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-1.5"
      >
        <X className="size-3.5" strokeWidth={1.75} />
      </Button>
    </span>
  )
}
