import { ProgressBar } from 'react-aria-components/ProgressBar'

/** The only animation that may loop. In a pending button its label is also what is read out. */
export function Spinner({ label = 'Please wait' }: { label?: string }) {
  return (
    <ProgressBar isIndeterminate aria-label={label} className="inline-flex">
      <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className="size-4 animate-spin">
        <circle
          cx="8"
          cy="8"
          r="6"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeDasharray="26 12"
        />
      </svg>
    </ProgressBar>
  )
}

/** A placeholder in the real size of what is loading. It appears after 150 ms, so quick answers do not flash. */
export function Skeleton({ className }: { className: string }) {
  // If an element has two `rounded-` classes, the later one in the style sheet wins, whatever their order here.
  const corners = className.includes('rounded-') ? '' : 'rounded-tag'
  return <div aria-hidden="true" className={`animate-appear bg-sunken ${corners} ${className}`} />
}
