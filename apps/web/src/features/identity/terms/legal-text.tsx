import type { LegalText as LegalTextOnWire, privacy, terms } from '@parley/contract/content/content.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#platform/server/queries.ts'
import { RichText } from '#ui/display/rich-text.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Skeleton } from '#ui/display/loading.tsx'

/** /terms and /privacy: open to everybody. */
export function LegalScreen({ entry }: { entry: typeof terms | typeof privacy }) {
  const text = useQuery(queryOf(entry, {}))
  if (text.data) return <LegalText text={text.data} />
  if (text.isPending) return <LegalTextSkeleton />
  return <LoadFailure error={text.error} isRetrying={text.isFetching} onRetry={() => void text.refetch()} />
}

/** The terms or the privacy policy as a text to read: one column, in the reading typeface. */
export function LegalText({ text }: { text: LegalTextOnWire }) {
  return (
    <article className="w-full max-w-(--measure)">
      <PageHeading title={text.title} />
      <p className="mt-1 mb-6 text-label text-ink-3">Version {text.version}</p>
      <RichText document={text.document} />
    </article>
  )
}

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
