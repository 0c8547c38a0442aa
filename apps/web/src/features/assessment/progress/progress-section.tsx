import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Progress } from '@parley/contract/assessment/progress.ts'
import { countsText, shareOf, shareText } from '@parley/contract/rules/assessment/progress.ts'
import { useId } from 'react'
import { ApiProblem } from '#platform/server/api-problem.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Link } from '#ui/button/link.tsx'
import { LineChart } from '#ui/display/small-charts.tsx'
import { LoadNote } from '#ui/page/load-failure.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { useProgress } from './progress-queries.ts'
import { pointsOf, shortDay } from './progress-words.ts'

/** A client's progress in one line, on their page. Only for people who may assess. */
export function ProgressSection({ userId, me }: { userId: string; me: OwnProfile }) {
  const id = useId()
  const answer = useProgress(userId)
  // The viewer has lost the right, or their sign-in is older than the right.
  if (answer.error instanceof ApiProblem && answer.error.status < 500 && answer.error.status > 0) return null
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line-2 pb-2 pointer-coarse:[&>a]:-my-3 pointer-coarse:[&>a]:py-3">
        <h2 id={id} className="text-large font-semibold">
          Progress
        </h2>
        {answer.data && answer.data.sessions.length > 0 && (
          <Link to="/clients/$personId/progress" params={{ personId: userId }}>
            All figures
          </Link>
        )}
      </div>
      {answer.data && <Latest progress={answer.data} zone={zoneOf(me)} />}
      {answer.isPending && (
        <div aria-busy="true" className="flex items-center justify-between py-3.5">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-14 w-28" />
          <Skeleton className="h-7 w-21" />
        </div>
      )}
      {answer.isLoadingError && (
        <LoadNote what="The progress" isRetrying={answer.isFetching} onRetry={() => void answer.refetch()} />
      )}
    </section>
  )
}

function Latest({ progress, zone }: { progress: Progress; zone: string }) {
  const points = pointsOf(progress)
  const last = points.at(-1)
  if (!last)
    return (
      <p className="py-3 text-ink-3">
        {progress.sessions.length > 0
          ? 'Judged in words only, no criteria answered yet.'
          : 'Nothing scored yet.'}
      </p>
    )
  const text = points.map((point) => `${shortDay(zone, point.start_time)}: ${shareText(point)}`).join(', ')
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-3">
      <div className="flex flex-col">
        <p className="font-figures text-[1.375rem]/7 font-semibold tracking-[-0.012em]">{shareText(last)}</p>
        <p className="text-small text-ink-3">
          {`${countsText(last)} criteria shown, ${shortDay(zone, last.start_time)}`}
        </p>
      </div>
      <LineChart values={points.map(shareOf)} text={`Criteria shown by session. ${text}`} />
    </div>
  )
}
