import { training } from '@parley/contract/content/written.ts'
import { useQuery } from '@tanstack/react-query'
import { titleOf } from '#platform/pages.ts'
import { queryOf } from '#platform/server/queries.ts'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { ContentSkeleton } from '../content-skeleton.tsx'
import { TrainingView } from './training-view.tsx'

export function TrainingScreen() {
  const answer = useQuery(queryOf(training, {}))
  return (
    <>
      <div className="mb-6">
        <PageHeader title={titleOf('training')} />
      </div>
      {answer.data ? (
        <TrainingView items={answer.data.items} />
      ) : answer.isPending ? (
        <ContentSkeleton />
      ) : (
        <LoadFailure
          error={answer.error}
          isRetrying={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      )}
    </>
  )
}
