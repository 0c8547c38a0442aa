import type { ErrorComponentProps } from '@tanstack/react-router'
import { forgetFailedParts } from '#base/load-part.ts'
import { LoadFailure } from '#ui/page/load-failure.tsx'

/** In place of a page that broke while it was drawn, or could not be loaded. What broke is in the console and in our log (main.tsx). */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const retry = () => {
    forgetFailedParts()
    reset()
  }
  return <LoadFailure error={error} isRetrying={false} onRetry={retry} />
}
