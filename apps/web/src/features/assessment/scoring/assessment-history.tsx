import { assessmentHistory, type AssessmentChange } from '@parley/contract/assessment/assessment.ts'
import type { Rubric } from '@parley/contract/content/written.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { request } from '#platform/server/api.ts'
import { instantText } from '#platform/time/dates.ts'
import { Button } from '#ui/button/button.tsx'
import { LoadNote } from '#ui/page/load-failure.tsx'
import { SideSection } from '#ui/page/side-section.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { criterionName } from '#features/assessment/model/rubric.ts'

interface AssessmentHistoryProps {
  sessionId: string
  userId: string
  rubric: Rubric
  zone: string
}

/** Lists who set which answer when, overwritten answers included. */
export function AssessmentHistory({ sessionId, userId, rubric, zone }: AssessmentHistoryProps) {
  const answer = useInfiniteQuery({
    queryKey: historyKey(sessionId),
    queryFn: ({ pageParam, signal }) =>
      request(
        assessmentHistory,
        {
          params: { sessionId, userId },
          query: pageParam === undefined ? {} : { before: pageParam },
        },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ changes, hasMore }) => (hasMore ? changes.at(-1)?.number : undefined),
  })
  const changes = answer.data?.pages.flatMap((page) => page.changes) ?? []
  return (
    <SideSection title="History">
      {changes.length > 0 && (
        <ol aria-label="History" className="flex flex-col gap-2.5">
          {changes.map((change) => (
            <Change key={change.number} {...{ change, rubric, zone }} />
          ))}
        </ol>
      )}
      {answer.isSuccess && changes.length === 0 && (
        <p className="text-label text-ink-3">Nothing has been answered yet.</p>
      )}
      {answer.isPending && <Skeleton className="h-24 w-full" />}
      {answer.isLoadingError && (
        <LoadNote what="The history" isRetrying={answer.isFetching} onRetry={() => void answer.refetch()} />
      )}
      {answer.hasNextPage && (
        <div className="mt-3">
          <Button
            size="small"
            isPending={answer.isFetchingNextPage}
            onPress={() => void answer.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </SideSection>
  )
}

const historyKey = (sessionId: string) => [assessmentHistory.path, sessionId]

interface ChangeProps {
  change: AssessmentChange
  rubric: Rubric
  zone: string
}

/** Memoized: past changes stay as they are, and a key press in the rows beside them must not redraw them. */
const Change = memo(function Change({ change, rubric, zone }: ChangeProps) {
  const { by, at, conversation, path, value, data } = change
  return (
    <li className="text-label wrap-anywhere">
      {data === null ? (
        <>
          {by} set <span className="font-medium">{criterionName(rubric, path)}</span> to{' '}
          {value === null ? 'unset' : value ? 'shown' : 'not shown'}
        </>
      ) : (
        <>
          {by} wrote <span className="font-medium">{path === 'overall' ? 'Overall' : 'Notes'}</span>
        </>
      )}
      <span className="block font-figures text-small text-ink-3">
        {conversation + 1} {rubric.conversations[conversation]?.name} ·{' '}
        <time dateTime={at}>{instantText(zone, at)}</time>
      </span>
    </li>
  )
})
