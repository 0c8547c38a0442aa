import type { OwnProfile } from '@parley/contract/identity.ts'
import { Columns } from '#ui/page/side-section.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import type { Kind } from '#features/people/form/person-values.ts'
import { BackToList } from './back-to-list.tsx'

/** The page while the person is loading, each part in its place. */
export const PersonSkeleton = ({ kind, me }: { kind: Kind; me: OwnProfile }) => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    <BackToList kind={kind} me={me} />
    <Columns
      main={
        <>
          <div className="flex items-center gap-4">
            <Skeleton className="size-14 rounded-round" />
            <div className="flex flex-col gap-1.5">
              <Skeleton className="h-7 w-56 max-sm:w-40" />
              <Skeleton className="h-4.5 w-40" />
            </div>
          </div>
          <Skeleton className="mt-5 h-24 w-full" />
          <Skeleton className="mt-7 mb-3 h-6 w-32" />
          <RowsSkeleton />
          <Skeleton className="mt-7 mb-3 h-6 w-32" />
          <RowsSkeleton />
        </>
      }
      side={
        <div>
          <Skeleton className="mb-2 h-6 w-20" />
          <Skeleton className="h-32 w-full" />
        </div>
      }
    />
  </div>
)

/** Placeholders for sessions that are loading. */
export const RowsSkeleton = () => (
  <div>
    {['first', 'second'].map((row) => (
      <div key={row} className="flex h-14.5 items-center gap-4 border-b border-line">
        <Skeleton className="h-9 w-36" />
        <Skeleton className="h-5 flex-1" />
        <Skeleton className="h-5.5 w-20" />
      </div>
    ))}
  </div>
)
