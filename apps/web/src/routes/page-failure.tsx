import type { ErrorComponentProps } from '@tanstack/react-router'
import { forgetFailedParts } from '#base/load-part.ts'
import { LoadFailure } from '#ui/page/load-failure.tsx'

/**
 * Replaces a page that threw while rendering or could not be loaded. The error is in the console and in our log
 * (platform/draw-page.ts).
 */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const retry = () => {
    forgetFailedParts()
    reset()
  }
  return <LoadFailure error={error} isRetrying={false} onRetry={retry} />
}
