import { Wordmark } from '#ui/display/mark.tsx'
import { Skeleton } from '#ui/display/loading.tsx'

const entries = ['w-20', 'w-16', 'w-18', 'w-14', 'w-24']

/** The shell while the profile loads, with every line in its place. index.html draws its frame before the script. */
export const ShellSkeleton = () => (
  <main aria-busy="true" className="flex min-h-dvh">
    <span className="sr-only">Loading</span>
    <div className="hidden w-(--sidebar) shrink-0 flex-col gap-5 border-r border-line bg-canvas px-4.5 lg:flex">
      <div className="flex h-(--topbar) items-center">
        <Wordmark />
      </div>
      {entries.map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
    <div className="flex flex-1 flex-col">
      <div className="flex h-14 items-center justify-between border-b border-line pr-4 pl-13 lg:h-(--topbar) lg:justify-end lg:px-[max(2rem,calc((100%-var(--page))/2))]">
        <span className="lg:hidden">
          <Wordmark />
        </span>
        <Skeleton className="size-7 rounded-round" />
      </div>
      <div className="mx-auto w-full max-w-[calc(var(--page)+4rem)] px-4 pt-5 lg:px-8 lg:pt-7">
        <Skeleton className="h-7.5 w-48" />
      </div>
    </div>
  </main>
)
