import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { ReactNode } from 'react'
import { instantText } from '#platform/time/dates.ts'
import { shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { PlainLink } from '#ui/button/link.tsx'
import { Pager } from '#ui/table/pages/pager.tsx'
import { Spinner } from '#ui/display/loading.tsx'
import {
  SessionFaces,
  coachNameOf,
  otherSideText,
  previewOf,
  StatusBadge,
} from '#features/sessions/sessions.ts'
import { Section } from './section.tsx'

interface DecisionsProps {
  me: OwnProfile
  sessions: readonly Session[]
  isSaving: (session: Session) => boolean
  page: number
  pageCount: number
  onPage: (page: number) => void
  onComplete: (session: Session) => void
  onNoShow: (session: Session) => void
  onCancel: (session: Session) => void
}

/** One line for each session that needs a decision. After the decision it stays in its place until it goes. */
export function Decisions(props: DecisionsProps) {
  const { me, sessions, isSaving, page, pageCount, onPage } = props
  if (sessions.length === 0) return null
  const pager = pageCount > 1 && (
    <Pager label="Pages of what needs a decision" page={page} pageCount={pageCount} onChange={onPage} />
  )
  return (
    <DecisionSection action={pager}>
      <ul aria-label="Needs a decision">
        {sessions.map((session) => (
          <li key={session.id}>
            <Decision
              {...{ me, session }}
              isSaving={isSaving(session)}
              onComplete={() => props.onComplete(session)}
              onNoShow={() => props.onNoShow(session)}
              onCancel={() => props.onCancel(session)}
            />
          </li>
        ))}
      </ul>
    </DecisionSection>
  )
}

export const DecisionSection = ({ action, children }: { action?: ReactNode; children: ReactNode }) => (
  <Section title="Needs a decision" note="ended, but not marked yet" hasRule action={action}>
    {children}
  </Section>
)

interface DecisionProps {
  me: OwnProfile
  session: Session
  isSaving: boolean
  onComplete: () => void
  onNoShow: () => void
  onCancel: () => void
}

function Decision({ me, session, isSaving, ...on }: DecisionProps) {
  const zone = zoneOf(me)
  const { settle, noShow } = session.abilities
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
      {settle && !isSaving ? (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:pl-9.5">
          <Button size="small" aria-label={named('Complete')} onPress={on.onComplete}>
            Complete
          </Button>
          {noShow && (
            <Button size="small" aria-label={named('No Show')} onPress={on.onNoShow}>
              No Show
            </Button>
          )}
          <Button size="small" look="quiet" aria-label={named('Cancel')} onPress={on.onCancel}>
            Cancel
          </Button>
        </div>
      ) : (
        <span className="flex min-h-7 items-center gap-2">
          <StatusBadge status={session.status} />
          {isSaving && <Spinner label="Saving" />}
        </span>
      )}
    </article>
  )
}
