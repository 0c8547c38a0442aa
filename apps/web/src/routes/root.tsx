import { Outlet, type ErrorComponentProps } from '@tanstack/react-router'
import { forgetFailedParts } from '#base/load-part.ts'
import { useLive } from '#platform/live/owner.ts'
import { Skeleton } from '#ui/display/loading.tsx'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { Widgets } from '#ui/page/widgets.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'

export function Root() {
  useLive()
  return (
    <Widgets>
      <Outlet />
      <ToastRegion />
    </Widgets>
  )
}

/** Shown while a page's code is loading. */
export const PagePending = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    <Skeleton className="h-7.5 w-48" />
  </div>
)

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
