import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session, SessionFilters } from '@parley/contract/sessions.ts'
import { Plus } from 'lucide-react'
import { titleOf } from '#platform/pages.ts'
import { BottomBar } from '#ui/page/bottom-bar.tsx'
import { Button } from '#ui/button/button.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import type { RowKind } from '#ui/table/rows/row.ts'
import { useTableState } from '#ui/table/use-table-state.ts'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import { previewOf, useRowActs } from './row-acts.tsx'
import { useSessionAddress } from './session-address.ts'
import { sessionCard, sessionColumnsFor, sessionName } from './session-columns.tsx'
import { SessionForms } from '#features/sessions/form/session-forms.tsx'
import { useSessionClock } from '#features/sessions/cache/session-clock.ts'
import { answerAtPresent } from '#features/sessions/cache/session-present.ts'
import { useSessionsPage } from '#features/sessions/cache/session-queries.ts'
import { sessionShape, type SessionColumn } from './session-shape.ts'
import { useSessionsLive, useTurns } from '#features/sessions/cache/sessions-live.ts'

/** Session Management: the list, and the form of whatever is scheduled or edited. */
export function SessionsScreen({ me }: { me: OwnProfile }) {
  const address = useSessionAddress()
  const state = useTableState<SessionColumn, SessionFilters>(sessionShape(me))
  const asked = useSessionsPage(state.query)
  const now = useSessionClock(asked.data?.entries ?? [])
  const answer = answerAtPresent(me, asked, now)
  const rows = answer.data?.entries ?? []
  const highlighted = useSessionsLive(rows)
  useTurns(rows, now)
  const { rowActs, question, isSaving } = useRowActs(me, rows, address.openEdit)
  const given = { me, now, isSaving }
  const kind: RowKind<Session> = {
    key: ({ id }) => id,
    name: sessionName,
    href: previewOf,
    acts: rowActs,
    actsWidth: '7.25rem',
    card: (session) => sessionCard(session, given),
  }
  const isSmall = useSmallScreen()
  const scheduleButton = (
    <Button
      look="primary"
      icon={<Plus aria-hidden="true" strokeWidth={1.75} />}
      onPress={address.openSchedule}
      {...(isSmall && { size: 'large', width: 'full' })}
    >
      Schedule Session
    </Button>
  )

  return (
    <>
      <PageHeader title={titleOf('sessions')} actions={!isSmall && scheduleButton} />
      <div className="mt-4.5">
        <DataTable
          label="Session Management"
          state={state}
          answer={answer}
          columns={sessionColumnsFor(given)}
          row={kind}
          highlighted={highlighted}
          empty={{
            title: 'No sessions yet',
            text: 'Sessions show here with their time, their people and what became of them.',
            ...(!isSmall && { action: scheduleButton }),
          }}
        />
      </div>
      {isSmall && <BottomBar>{scheduleButton}</BottomBar>}
      {question}
      <SessionForms me={me} address={address} rows={rows} />
    </>
  )
}
