import { assessmentHistory, getAssessment } from '@parley/contract/assessment/assessment.ts'
import { listMoments } from '@parley/contract/assessment/moments.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import type { QueryKey } from '@tanstack/react-query'
import type { LiveRule } from '#platform/live/refetch.ts'
import { queryOf } from '#platform/server/queries.ts'

/** Whose answers: the client of a session. */
export const ofClient = ({ id, user_id }: Session) => ({ sessionId: id, userId: user_id })

export const momentsQuery = (session: Session) => queryOf(listMoments, { params: ofClient(session) })

const paths: readonly unknown[] = [getAssessment.path, assessmentHistory.path, listMoments.path]

/** Matches the queries for a session's answers, their history and its moments. */
export const showsAnswersOf =
  (sessionId: string) =>
  ({ queryKey }: { queryKey: QueryKey }): boolean =>
    paths.includes(queryKey[0]) && JSON.stringify(queryKey).includes(sessionId)

/** Refetches a session's answers when somebody has scored it, here or elsewhere. */
export const answersLive: LiveRule = (notice, query) =>
  notice.kind === 'assessment' && showsAnswersOf(notice.id)(query) ? 'soon' : undefined
