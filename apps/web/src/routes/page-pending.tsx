import { Skeleton } from '#ui/page/skeleton.tsx'

/** While a page's own code is on its way. */
export const PagePending = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    <Skeleton className="h-7.5 w-48" />
  </div>
)
