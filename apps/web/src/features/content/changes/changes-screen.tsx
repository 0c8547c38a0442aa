import { changes } from '@parley/contract/content/written.ts'
import { useQuery } from '@tanstack/react-query'
import { titleOf } from '#platform/pages.ts'
import { queryOf } from '#platform/server/queries.ts'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { ContentSkeleton } from '../content-skeleton.tsx'
import { ChangesView } from './changes-view.tsx'

/** /changes: open to everybody. */
export function ChangesScreen() {
  const answer = useQuery(queryOf(changes, {}))
  return (
    <>
      <div className="mb-6">
        <PageHeader title={titleOf('changes')} />
        <p className="mt-1 text-label text-ink-2">What changed, newest first.</p>
      </div>
      {answer.data ? (
        <ChangesView items={answer.data.items} />
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
