import { Check, X } from 'lucide-react'
import { ToggleButton as PlainToggle } from 'react-aria-components/ToggleButton'

interface ShownToggleProps {
  value: boolean | undefined
  /** Whether there is room for labels beside the icons. */
  hasWords: boolean
  /** Only the halves of the row in hand are in the tab order. */
  isInOrder: boolean
  onSet: (value: boolean | null) => void
}

const half =
  'flex cursor-pointer items-center justify-center gap-1.5 text-ink-3 outline-offset-1 outline-focus hover:bg-hover focus-visible:z-1 focus-visible:outline-2 pointer-coarse:h-11 pointer-coarse:min-w-12 [&_svg]:size-4 forced-colors:selected:outline-2'
// The selected label is semibold and wider: fixed widths keep the row from shifting.
const sizes = {
  signs: { shown: 'h-7.5 w-9', notShown: 'h-7.5 w-9' },
  words: { shown: 'h-8 w-23 text-label max-sm:flex-1', notShown: 'h-8 w-28 text-label max-sm:flex-1' },
}

/** Shown and Not shown; pressing the selected one unsets it. Not shown is no fault, so it is grey. */
export function ShownToggle({ value, hasWords, isInOrder, onSet }: ShownToggleProps) {
  const size = hasWords ? sizes.words : sizes.signs
  return (
    <div className="flex shrink-0 rounded-control border border-control-line">
      <PlainToggle
        aria-label="Shown"
        isSelected={value === true}
        excludeFromTabOrder={!isInOrder}
        onChange={() => onSet(value === true ? null : true)}
        className={`${half} ${size.shown} rounded-l-[5px] selected:bg-green selected:text-on-accent selected:font-semibold`}
      >
        <Check strokeWidth={2} />
        {hasWords && <span>Shown</span>}
      </PlainToggle>
      <PlainToggle
        aria-label="Not shown"
        isSelected={value === false}
        excludeFromTabOrder={!isInOrder}
        onChange={() => onSet(value === false ? null : false)}
        className={`${half} ${size.notShown} rounded-r-[5px] border-l border-control-line selected:bg-gray-ink selected:text-surface selected:font-semibold`}
      >
        <X strokeWidth={2} />
        {hasWords && <span>Not shown</span>}
      </PlainToggle>
    </div>
  )
}
