import { SegmentedControl } from './segmented-control.tsx'

const toBoolean = { true: true, false: false, unset: null } as const
type Word = keyof typeof toBoolean

const segmentsOf = {
  value: [
    { value: 'true', label: 'True' },
    { value: 'false', label: 'False' },
    { value: 'unset', label: 'Unset' },
  ],
  filter: [
    { value: 'unset', label: 'Any' },
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ],
} as const satisfies Record<string, readonly { value: Word; label: string }[]>

interface TriStateProps {
  label: string
  isLabelHidden?: boolean
  /** Null means that it is unset. */
  value: boolean | null
  onChange: (value: boolean | null) => void
  /** In a filter, unset means that both are shown. */
  words?: keyof typeof segmentsOf
  isDisabled?: boolean
}

/** True, false and unset side by side, instead of a box that changes its meaning with each press. */
export function TriState({ value, onChange, words = 'value', ...props }: TriStateProps) {
  const chosen: Word = value === null ? 'unset' : value ? 'true' : 'false'
  return (
    <SegmentedControl<Word>
      {...props}
      segments={segmentsOf[words]}
      value={chosen}
      onChange={(word) => onChange(toBoolean[word])}
    />
  )
}
