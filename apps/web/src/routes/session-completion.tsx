import { getSession } from '@parley/contract/sessions/sessions.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OwnContactLine } from '#features/calls/contact/contact.tsx'
import { Completion } from '#features/calls/leaving/completion.tsx'
import { Stage } from '#features/shell/stage.tsx'
import { ApiProblem } from '#platform/server/api-problem.ts'
import { queryOf } from '#platform/server/queries.ts'
import { nameOf, useMe } from '#platform/sign-in/sign-in.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { NotFoundPage } from './not-found.tsx'

/** The page after a call. */
export function SessionCompletionPage() {
  const { sessionId } = useParams({ from: '/signed-in/stage/session/$sessionId/completionpage' })
  const { data: me } = useMe()
  const answer = useQuery(queryOf(getSession, { params: { id: sessionId } }))
  const corner = me && (
    <p className="flex min-w-0 items-center gap-2">
      <Avatar person={me} size={28} />
      <span className="truncate max-sm:sr-only">{nameOf(me)}</span>
    </p>
  )
  const content = (): ReactNode => {
    if (answer.data && me)
      return <Completion key={sessionId} me={me} asked={answer.data} askedAt={answer.dataUpdatedAt} />
    if (!answer.error) return <Skeleton className="m-auto h-64 w-full max-w-160" />
    const { error, isFetching, refetch } = answer
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return <NotFoundPage />
    return <LoadFailure error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <Stage corner={corner} foot={answer.error && <OwnContactLine question="Questions?" me={me} />}>
      {content()}
    </Stage>
  )
}
