import type { ErrorComponentProps } from '@tanstack/react-router'
import { LoadFailure } from '#ui/page/load-failure.tsx'

/** In place of a page that broke while it was drawn. What broke is in the console and in our log (main.tsx). */
export const PageFailure = ({ error, reset }: ErrorComponentProps) => (
  <LoadFailure error={error} isRetrying={false} onRetry={reset} />
)
