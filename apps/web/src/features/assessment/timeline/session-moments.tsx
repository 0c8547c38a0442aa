import { getAssessment, getRubric } from '@parley/contract/assessment/assessment.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import { momentSpan } from '@parley/contract/rules/assessment/moments.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useQuery } from '@tanstack/react-query'
import { useLiveRefetch } from '#platform/live/refetch.ts'
import { queryOf } from '#platform/server/queries.ts'
import { useNow } from '#platform/time/clock.ts'
import { LoadNote } from '#ui/page/load-failure.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { answersLive, momentsQuery, ofClient } from '#features/assessment/model/answer-queries.ts'
import { Moments } from './moments.tsx'

interface SessionMomentsProps {
  me: OwnProfile
  session: Session
}

/** The moments marked in a session's call, on its page, for people who may assess. Without moments it shows nothing. */
export function SessionMoments({ me, session }: SessionMomentsProps) {
  useLiveRefetch(answersLive)
  const hasBegun = useNow() >= momentSpan(session).start
  const moments = useQuery({ ...momentsQuery(session), enabled: hasBegun })
  const isThere = moments.data !== undefined && moments.data.length > 0
  const rubric = useScoringRubric(session, isThere)
  if (!isThere && !moments.isError) return null
  return (
    <section aria-labelledby="session-moments" className="@container">
      <h2
        id="session-moments"
        className="flex items-baseline gap-2 border-b border-line-2 pb-2 text-large font-semibold"
      >
        Moments
        {isThere && (
          <span className="font-figures text-body font-normal text-ink-3">{moments.data?.length}</span>
        )}
      </h2>
      {isThere && rubric.data ? (
        <Moments {...{ me, session }} moments={moments.data} rubric={rubric.data} />
      ) : moments.isError || rubric.isError ? (
        <LoadNote
          what="The moments"
          isRetrying={moments.isFetching || rubric.isFetching}
          onRetry={() => {
            void moments.refetch()
            rubric.retry()
          }}
        />
      ) : (
        <div aria-busy="true" className="mt-4 flex flex-col gap-3">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      )}
    </section>
  )
}

/** The rubric by which this session is scored, fetched only when it is wanted. */
function useScoringRubric(session: Session, isWanted: boolean) {
  const asked = useQuery({
    ...queryOf(getAssessment, { params: ofClient(session) }),
    enabled: isWanted,
  })
  const version = asked.data?.rubric_version
  const rubric = useQuery({
    ...queryOf(getRubric, { params: { version: String(version) } }),
    enabled: version !== undefined,
  })
  return {
    data: rubric.data,
    isError: asked.isError || rubric.isError,
    isFetching: asked.isFetching || rubric.isFetching,
    retry: () => {
      if (asked.isError) void asked.refetch()
      if (rubric.isError) void rubric.refetch()
    },
  }
}
