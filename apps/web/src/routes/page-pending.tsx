import { Skeleton } from '#ui/page/skeleton.tsx'

/** Shown while a page's code is loading. */
export const PagePending = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    <Skeleton className="h-7.5 w-48" />
  </div>
)
