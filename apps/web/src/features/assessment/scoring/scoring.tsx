import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useState } from 'react'
import { zoneOf } from '#platform/time/time-zone.ts'
import { LoadFailure, LoadNote } from '#ui/page/load-failure.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { AssessmentHistory } from './assessment-history.tsx'
import { AssessmentPage } from './assessment-page.tsx'
import { AssessmentPanel } from './assessment-panel.tsx'
import type { Chosen } from './scoring-view.ts'
import { useScoring } from './use-scoring.ts'

interface ScoringProps {
  session: Session
  me: OwnProfile
}

/** The tab in the call. The call keeps the chosen conversation, so that it survives closing the tab. */
export function ScoringInCall({ session, me, ...chosen }: ScoringProps & Chosen) {
  const { view, acts, failure } = useScoring({ session, me, isInCall: true })
  if (view) return <AssessmentPanel {...{ view, acts }} {...chosen} />
  return (
    <div className="p-4" aria-busy={!failure}>
      {failure ? <LoadNote what="The assessment" {...failure} /> : <Skeleton className="h-40 w-full" />}
    </div>
  )
}

/** The tab on the session's page. */
export function ScoringOnPage({ session, me }: ScoringProps) {
  const [conversation, onConversation] = useState(0)
  const { view, acts, failure } = useScoring({ session, me, isInCall: false })
  if (view)
    return (
      <AssessmentPage
        {...{ view, acts, conversation, onConversation }}
        history={
          <AssessmentHistory
            sessionId={session.id}
            userId={session.user_id}
            rubric={view.rubric}
            zone={zoneOf(me)}
          />
        }
      />
    )
  return failure ? <LoadFailure {...failure} /> : <Skeleton className="h-80 w-full" />
}
