import { Skeleton } from '#ui/page/skeleton.tsx'

const lines = ['w-full', 'w-11/12', 'w-full', 'w-10/12', 'w-full', 'w-8/12']

export const LegalTextSkeleton = () => (
  <div aria-busy="true" className="w-full max-w-(--measure)">
    <span className="sr-only">Loading</span>
    <Skeleton className="h-7.5 w-64" />
    <Skeleton className="mt-2 mb-8 h-4 w-32" />
    {lines.map((width, index) => (
      <Skeleton key={index} className={`mb-3 h-4 ${width}`} />
    ))}
  </div>
)
