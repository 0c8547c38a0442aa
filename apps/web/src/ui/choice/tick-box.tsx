import { Check, Minus } from 'lucide-react'

interface TickBoxProps {
  isSelected: boolean
  isIndeterminate?: boolean
  isFocusVisible?: boolean
  isInvalid?: boolean
  isDisabled?: boolean
}

/** The box of a checkbox, for checkboxes and for lists with several choices. Only a drawing: its owner has the role. */
export function TickBox({
  isSelected,
  isIndeterminate = false,
  isFocusVisible = false,
  isInvalid = false,
  isDisabled = false,
}: TickBoxProps) {
  const isFilled = isSelected || isIndeterminate
  const ground = isDisabled
    ? 'border-line-2 bg-sunken text-ink-3'
    : isFilled
      ? 'border-accent bg-accent text-on-accent'
      : `bg-surface ${isInvalid ? 'border-red' : 'border-control-line'}`
  const Sign = isIndeterminate ? Minus : Check
  return (
    <span
      aria-hidden="true"
      className={`flex size-4 shrink-0 items-center justify-center rounded-tag border transition-colors duration-(--fast) forced-color-adjust-none ${ground} ${
        isFocusVisible ? 'outline-2 outline-offset-2 outline-focus' : ''
      }`}
    >
      {isFilled && <Sign className="size-3! text-current!" strokeWidth={3} />}
    </span>
  )
}
