import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import { useState } from 'react'
import { instantText } from '#platform/time/dates.ts'
import { shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { PlainLink } from '#ui/button/link.tsx'
import { Pager } from '#ui/table/pages/pager.tsx'
import { Spinner } from '#ui/display/spinner.tsx'
import {
  SessionFaces,
  CancelQuestion,
  coachNameOf,
  otherSideText,
  previewOf,
  StatusBadge,
  useSessionChanges,
} from '#features/sessions/sessions.ts'
import { useUnsettled } from './dashboard-queries.ts'
import { Section } from './section.tsx'

/** Sessions that are over and of which nobody has said how: nothing is guessed. Absent when there are none. */
export function NeedsDecision({ me }: { me: OwnProfile }) {
  const [wanted, setPage] = useState(1)
  const answer = useUnsettled(me, wanted)
  const { cancel, complete, isSaving } = useSessionChanges()
  const [cancelling, setCancelling] = useState<Session>()
  const pageCount = answer.data?.pageCount ?? 0
  // Whoever only took part does not decide; while a change is under way its row stays.
  const shown = (answer.data?.entries ?? []).filter(
    (session) => session.abilities.settle || isSaving(session),
  )
  if (pageCount > 0 && wanted > pageCount) setPage(pageCount)
  const question = (
    <CancelQuestion
      me={me}
      session={cancelling}
      onCancel={(session, how) => void cancel(session, how)}
      onClose={() => setCancelling(undefined)}
    />
  )
  if (shown.length === 0) return question
  return (
    <Section
      title="Needs a decision"
      note="ended, but not marked yet"
      hasRule
      action={
        pageCount > 1 && (
          <Pager
            label="Pages of what needs a decision"
            page={wanted}
            pageCount={pageCount}
            onChange={setPage}
          />
        )
      }
    >
      <ul aria-label="Needs a decision">
        {shown.map((session) => (
          <li key={session.id}>
            <Decision
              {...{ me, session }}
              isSaving={isSaving(session)}
              onComplete={() => void complete(session)}
              onNoShow={() => void cancel(session, { noShow: true })}
              onCancel={() => setCancelling(session)}
            />
          </li>
        ))}
      </ul>
      {question}
    </Section>
  )
}

interface DecisionProps {
  me: OwnProfile
  session: Session
  isSaving: boolean
  onComplete: () => void
  onNoShow: () => void
  onCancel: () => void
}

function Decision({ me, session, isSaving, onComplete, onNoShow, onCancel }: DecisionProps) {
  const zone = zoneOf(me)
  const named = (act: string) => `${act}, ${session.title}, ${otherSideText(session)}`
  return (
    <article className="flex flex-wrap items-center gap-x-2.5 gap-y-2 border-b border-line py-2.5">
      <SessionFaces session={session} />
      <div className="min-w-0 flex-1 basis-52">
        <h3 className="truncate font-normal">
          <PlainLink
            to={previewOf(session)}
            className="rounded-tag font-medium hover:underline hover:underline-offset-3"
          >
            {session.title}
          </PlainLink>{' '}
          <span className="text-ink-2">with {otherSideText(session)}</span>
        </h3>
        <p className="truncate text-small text-ink-3">
          <span className="font-figures">
            {instantText(zone, session.start_time)} {shortZoneName(zone, Date.parse(session.start_time))}
          </span>
          {isAtLeast(me.privs, 'OrgAdmin') && ` · ${coachNameOf(session)}`}
        </p>
      </div>
      {isSaving ? (
        <span className="flex items-center gap-2">
          <StatusBadge status={session.status} />
          <Spinner label="Saving" />
        </span>
      ) : (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:pl-9.5">
          <Button size="small" aria-label={named('Complete')} onPress={onComplete}>
            Complete
          </Button>
          {session.abilities.noShow && (
            <Button size="small" aria-label={named('No Show')} onPress={onNoShow}>
              No Show
            </Button>
          )}
          <Button size="small" look="quiet" aria-label={named('Cancel')} onPress={onCancel}>
            Cancel
          </Button>
        </div>
      )}
    </article>
  )
}
