import { getSession } from '@parley/contract/sessions/sessions.ts'
import { queryOf } from '#platform/server/queries.ts'
import type { Prefetch } from './page-routes.ts'
import { useParams } from '@tanstack/react-router'
import { SessionPresence } from '#features/calls/leaving/session-presence.tsx'
import { SessionScreen } from '#features/sessions/preview/session-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { loadConversations, loadMoments, loadScoringOnPage } from '#features/assessment/assessment.ts'
import { InlineFailure, lazyPart } from '#ui/page/lazy-part.tsx'
import { NotFoundPage } from './not-found.tsx'

const Conversations = lazyPart(loadConversations, InlineFailure)
const Moments = lazyPart(loadMoments, InlineFailure)
const Scoring = lazyPart(loadScoringOnPage, InlineFailure)

export function SessionPreviewPage() {
  const { sessionId } = useParams({ from: '/signed-in/shell/session/$sessionId/preview' })
  const { data: me } = useMe()
  return (
    me && (
      <SessionScreen
        key={sessionId}
        id={sessionId}
        me={me}
        notFound={<NotFoundPage />}
        ofCall={(session, now, plan) => <SessionPresence {...{ me, session, now, plan }} />}
        ofAssessment={(session) =>
          session.abilities.assess && (
            <>
              <Conversations {...{ me, session }} />
              <Moments {...{ me, session }} />
            </>
          )
        }
        scoring={(session) => <Scoring {...{ me, session }} />}
      />
    )
  )
}

export const prefetch: Prefetch = ({ client, params: { sessionId = '' } }) =>
  client.prefetchQuery(queryOf(getSession, { params: { id: sessionId } }))
