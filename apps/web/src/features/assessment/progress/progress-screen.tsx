import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Progress } from '@parley/contract/assessment/progress.ts'
import { ArrowLeft, ChartLine, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePageName, PageHeading } from '#ui/page/page-heading.tsx'
import { ApiProblem, isNotThere } from '#platform/server/api-problem.ts'
import { useNow } from '#platform/time/clock.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { useIsPrinting, PrintSheet } from '#platform/printing.tsx'
import { ButtonLink, PlainLink } from '#ui/button/link.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { ProgressBody } from './progress-body.tsx'
import { ProgressHead } from './progress-head.tsx'
import { useProgress } from './progress-queries.ts'
import { spanText } from './progress-words.ts'

interface ProgressScreenProps {
  userId: string
  me: OwnProfile
  /** Shown if the person does not exist for the viewer. */
  notFound: ReactNode
}

/** The results of a client's scored sessions. */
export function ProgressScreen({ userId, me, notFound }: ProgressScreenProps) {
  const answer = useProgress(userId)
  if (isNotThere(answer.error)) return notFound
  if (answer.error instanceof ApiProblem && answer.error.code === 'not_assessor')
    return <NoRight userId={userId} />
  if (answer.data) return <ProgressPage progress={answer.data} me={me} />
  if (answer.isPending) return <ProgressSkeleton userId={userId} />
  return (
    <LoadFailure error={answer.error} isRetrying={answer.isFetching} onRetry={() => void answer.refetch()} />
  )
}

function ProgressPage({ progress, me }: { progress: Progress; me: OwnProfile }) {
  const now = useNow()
  const zone = zoneOf(me)
  usePageName(`Progress of ${progress.client.name}`)
  return (
    <>
      <BackToClient userId={progress.client.id} name={progress.client.name} />
      <ProgressHead {...{ progress, zone, now }} />
      {progress.sessions.length > 0 ? (
        <>
          <ProgressBody {...{ progress, zone, now }} />
          <Paper {...{ progress, zone, now }} />
        </>
      ) : (
        <EmptyState
          picture={<ChartLine className="size-8" strokeWidth={1.5} />}
          heading={<h2 className="text-title font-semibold">Nothing scored yet</h2>}
          action={
            <ButtonLink to="/clients/$personId" params={{ personId: progress.client.id }}>
              Open the client’s sessions
            </ButtonLink>
          }
        >
          Score a session during the call or afterwards, in its assessment. Its figures show here.
        </EmptyState>
      )}
    </>
  )
}

/** The page without its buttons, white in every theme. It is rendered only while the browser prints. */
function Paper({ progress, zone, now }: { progress: Progress; zone: string; now: number }) {
  const isPrinting = useIsPrinting()
  if (!isPrinting) return null
  return (
    <PrintSheet>
      <p className="text-page font-semibold">{progress.client.name}</p>
      <p className="mb-6 text-ink-2">{spanText(progress)}</p>
      <ProgressBody {...{ progress, zone, now }} />
    </PrintSheet>
  )
}
const BackToClient = ({ userId, name }: { userId: string; name: string }) => (
  <PlainLink
    to="/clients/$personId"
    params={{ personId: userId }}
    className="mb-3 -ml-1 inline-flex min-h-6 max-w-full items-center gap-1.5 self-start rounded-tag px-1 text-label font-medium text-ink-3 hover:text-ink pointer-coarse:min-h-11"
  >
    <ArrowLeft className="size-4 shrink-0" strokeWidth={1.75} />
    <span className="truncate">Back to {name}</span>
  </PlainLink>
)

const NoRight = ({ userId }: { userId: string }) => (
  <EmptyState
    picture={<Lock className="size-8" strokeWidth={1.5} />}
    heading={<PageHeading title="Progress is for assessors" className="text-title font-semibold" />}
    action={
      <ButtonLink to="/clients/$personId" params={{ personId: userId }}>
        Back to the client
      </ButtonLink>
    }
  >
    An org admin can give you the right to assess.
  </EmptyState>
)

const ProgressSkeleton = ({ userId }: { userId: string }) => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    <BackToClient userId={userId} name="the client" />
    <div className="mb-6 flex items-center gap-3.5">
      <Skeleton className="size-10 rounded-round" />
      <div className="flex flex-col gap-1.5">
        <Skeleton className="h-7 w-64 max-sm:w-44" />
        <Skeleton className="h-4.5 w-48" />
      </div>
    </div>
    <Skeleton className="h-64 w-full" />
    <Skeleton className="mt-8 mb-3 h-6 w-32" />
    <Skeleton className="h-56 w-full" />
  </div>
)
