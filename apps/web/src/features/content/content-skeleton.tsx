import { Skeleton } from '#ui/display/loading.tsx'

const rows = Array.from({ length: 6 }, (_, place) => place)

/** The placeholder while categories and titles load. */
export const ContentSkeleton = () => (
  <div aria-busy="true" className="@container">
    <span className="sr-only">Loading</span>
    <div className="grid grid-cols-1 gap-x-16 gap-y-4 @3xl:grid-cols-[13.5rem_minmax(0,42.5rem)]">
      <div className="flex gap-2 overflow-hidden @3xl:flex-col">
        {rows.map((row) => (
          <Skeleton key={row} className="h-8.5 w-40 shrink-0 rounded-control @3xl:w-full" />
        ))}
      </div>
      <div>
        {rows.map((row) => (
          <div key={row} className="flex h-13 items-center border-b border-line">
            <Skeleton className="h-5 w-3/5" />
          </div>
        ))}
      </div>
    </div>
  </div>
)
