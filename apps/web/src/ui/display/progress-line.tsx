import { ProgressBar } from 'react-aria-components/ProgressBar'

interface ProgressLineProps {
  label: string
  value: number
  max: number
}

/** A progress bar without figures: the caller shows these beside it. */
export const ProgressLine = ({ label, value, max }: ProgressLineProps) => (
  <ProgressBar aria-label={label} value={value} maxValue={max} className="block">
    {({ percentage = 0 }) => (
      <div className="h-1.5 overflow-hidden rounded-round bg-sunken forced-colors:border">
        <div
          style={{ width: `${percentage}%` }}
          className="h-full rounded-round bg-accent transition-[width] duration-(--slow) forced-color-adjust-none"
        />
      </div>
    )}
  </ProgressBar>
)
