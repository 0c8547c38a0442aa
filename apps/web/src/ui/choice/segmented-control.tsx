import type { ReactNode } from 'react'
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup'
import { Label } from 'react-aria-components/Label'

interface Segment<V extends string> {
  value: V
  label: string
  icon?: ReactNode
}

const looks = {
  joined: {
    frame: 'inline-flex rounded-control border border-line-2 bg-surface',
    field:
      'flex not-first:border-l not-first:border-line-2 first:[&>label]:rounded-l-[5px] last:[&>label]:rounded-r-[5px]',
    button:
      'h-6.5 min-w-10 gap-1.5 px-2.5 text-small hover:bg-hover selected:bg-accent-soft selected:font-semibold selected:text-accent-ink pointer-coarse:h-10.5 pointer-coarse:min-w-11',
  },
  /** The full width, for a control that decides what is shown below it. */
  wide: {
    frame: 'flex w-full rounded-control border border-line-2 bg-sunken p-px',
    field: 'flex flex-1',
    button:
      'h-[calc(var(--control)-4px)] flex-1 gap-2 rounded-[5px] text-body font-medium border border-transparent selected:border-line-2 selected:bg-raised selected:font-semibold selected:text-ink selected:shadow-card [&_svg]:size-4',
  },
}

interface SegmentedControlProps<V extends string> {
  label: string
  /** Hides the label if it is shown elsewhere on the page; screen readers still read it. */
  isLabelHidden?: boolean
  segments: readonly Segment<V>[]
  value: V
  isDisabled?: boolean
  look?: keyof typeof looks
  onChange: (value: V) => void
}

/** One of two to four short words. Screen readers see a group of radio buttons; the arrow keys move the choice. */
export function SegmentedControl<V extends string>(props: SegmentedControlProps<V>) {
  const {
    label,
    isLabelHidden = false,
    segments,
    value,
    isDisabled = false,
    look = 'joined',
    onChange,
  } = props
  const styles = looks[look]
  const choose = (chosen: string) => {
    const segment = segments.find((each) => each.value === chosen)
    if (segment) onChange(segment.value)
  }
  return (
    <RadioGroup
      orientation="horizontal"
      value={value}
      isDisabled={isDisabled}
      onChange={choose}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5"
    >
      <Label className={isLabelHidden ? 'sr-only' : 'text-label font-medium'}>{label}</Label>
      <div className={styles.frame}>
        {segments.map((segment) => (
          <RadioField key={segment.value} value={segment.value} className={styles.field}>
            <RadioButton
              className={[
                'flex cursor-pointer items-center justify-center text-ink-2 outline-offset-1 outline-focus transition-colors duration-(--fast)',
                'focus-visible:z-1 focus-visible:outline-2 disabled:cursor-default disabled:text-ink-3 forced-colors:selected:outline-2',
                styles.button,
              ].join(' ')}
            >
              {segment.icon}
              {segment.label}
            </RadioButton>
          </RadioField>
        ))}
      </div>
    </RadioGroup>
  )
}
