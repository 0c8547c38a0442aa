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
