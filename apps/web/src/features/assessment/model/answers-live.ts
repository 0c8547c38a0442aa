import { assessmentHistory, getAssessment } from '@parley/contract/assessment.ts'
import { listMoments } from '@parley/contract/moments.ts'
import type { QueryKey } from '@tanstack/react-query'
import type { LiveRule } from '#platform/live/refetch.ts'

const paths: readonly unknown[] = [getAssessment.path, assessmentHistory.path, listMoments.path]

/** What stands of a session's answers and moments, and how it came about. */
export const showsAnswersOf =
  (sessionId: string) =>
  ({ queryKey }: { queryKey: QueryKey }): boolean =>
    paths.includes(queryKey[0]) && JSON.stringify(queryKey).includes(sessionId)

/** Somebody has scored, here or elsewhere. */
export const answersLive: LiveRule = (notice, query) =>
  notice.kind === 'assessment' && showsAnswersOf(notice.id)(query) ? 'soon' : undefined
