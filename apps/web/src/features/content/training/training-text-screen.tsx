import { trainingMaterialText, type TrainingText } from '@parley/contract/content/written.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePageName, PageHeading } from '#ui/page/page-heading.tsx'
import { isNotThere } from '#platform/server/api-problem.ts'
import { queryOf } from '#platform/server/queries.ts'
import { RichText } from '#ui/display/rich-text.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { ContentSkeleton } from '../content-skeleton.tsx'

interface TrainingTextScreenProps {
  tag: string
  /** Shown if there is no such text. */
  notFound: ReactNode
}

/** The text of a tool or a strategy. */
export function TrainingTextScreen({ tag, notFound }: TrainingTextScreenProps) {
  const answer = useQuery(queryOf(trainingMaterialText, { params: { tag } }))
  if (answer.data) return <TrainingArticle text={answer.data} />
  if (isNotThere(answer.error)) return notFound
  if (answer.isPending) return <ContentSkeleton />
  return (
    <LoadFailure error={answer.error} isRetrying={answer.isFetching} onRetry={() => void answer.refetch()} />
  )
}

function TrainingArticle({ text: { title, description, document } }: { text: TrainingText }) {
  usePageName(title)
  return (
    <article className="w-full max-w-(--measure) pb-12">
      <PageHeading title={title} />
      <p className="mt-1 mb-4 text-ink-2">{description}</p>
      <RichText document={document} />
    </article>
  )
}
