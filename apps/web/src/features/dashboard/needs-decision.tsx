import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useState } from 'react'
import { LoadNote } from '#ui/page/load-failure.tsx'
import { CancelQuestion, useSessionChanges } from '#features/sessions/sessions.ts'
import { useUnsettled } from './dashboard-queries.ts'
import { Decisions, DecisionSection } from './decisions.tsx'

/** Sessions that are over and have no outcome yet: nothing is guessed. Absent if there are none. */
export function NeedsDecision({ me }: { me: OwnProfile }) {
  const [wanted, setPage] = useState(1)
  const answer = useUnsettled(me, wanted)
  const { cancel, complete, isSaving } = useSessionChanges()
  const [cancelling, setCancelling] = useState<Session>()
  const pageCount = answer.data?.pageCount ?? 0
  if (pageCount > 0 && wanted > pageCount) setPage(pageCount)
  return (
    <>
      {answer.isLoadingError && (
        <DecisionSection>
          <LoadNote
            what="What needs a decision"
            isRetrying={answer.isFetching}
            onRetry={() => void answer.refetch()}
          />
        </DecisionSection>
      )}
      <Decisions
        {...{ me, isSaving, pageCount }}
        sessions={answer.data?.entries ?? []}
        page={wanted}
        onPage={setPage}
        onComplete={(session) => void complete(session)}
        onNoShow={(session) => void cancel(session, { noShow: true })}
        onCancel={setCancelling}
      />
      <CancelQuestion
        me={me}
        session={cancelling}
        onCancel={(session, how) => void cancel(session, how)}
        onClose={() => setCancelling(undefined)}
      />
    </>
  )
}
