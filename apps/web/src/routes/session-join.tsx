import { getSession } from '@parley/contract/sessions/sessions.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { OwnContactLine } from '#features/calls/contact/contact.tsx'
import { SessionCall } from '#features/calls/session-call.tsx'
import { Stage } from '#features/shell/stage.tsx'
import { isNotThere } from '#platform/server/api-problem.ts'
import { queryOf } from '#platform/server/queries.ts'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { NotFoundPage } from './not-found.tsx'

/** The device check, and then the call itself. Nobody but the user can make this page go away. */
export function SessionJoinPage() {
  const { sessionId } = useParams({ from: '/signed-in/stage/session/$sessionId/join' })
  const { data: me } = useMe()
  const {
    data: session,
    error,
    isFetching,
    refetch,
  } = useQuery(queryOf(getSession, { params: { id: sessionId } }))
  const foot = <OwnContactLine question="Trouble getting in?" me={me} />
  if (session && me)
    return (
      <SessionCall
        key={sessionId}
        session={session}
        me={me}
        frame={(corner, children) => (
          <Stage corner={corner} foot={foot}>
            {children}
          </Stage>
        )}
      />
    )
  return (
    <Stage foot={foot}>
      {isNotThere(error) ? (
        <NotFoundPage />
      ) : error ? (
        <LoadFailure error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-9 w-80" />
      )}
    </Stage>
  )
}
