import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session, SessionFilters } from '@parley/contract/sessions.ts'
import { CircleCheck, CircleX, Info, Pencil, Plus, Video } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '../../platform/clock.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { RowAct, RowActs, RowKind } from '../../ui/table/row.ts'
import { useTableState } from '../../ui/table/use-table-state.ts'
import { useOpening } from '../../ui/use-opening.ts'
import { useSmallScreen } from '../../ui/use-small-screen.ts'
import { calendarActs } from './calendar-acts.tsx'
import { CancelQuestion } from './cancel-question.tsx'
import { EditSession } from './edit-session.tsx'
import { ScheduleSession } from './schedule-session.tsx'
import { useSessionAddress } from './session-address.ts'
import { useSessionChanges } from './session-changes.ts'
import { sessionCard, sessionColumnsFor, sessionName } from './session-columns.tsx'
import { useSessionsPage } from './session-queries.ts'
import { sessionShape, type SessionColumn } from './session-shape.ts'
import { useSessionsLive, useTurns } from './sessions-live.ts'

/** Session Management: the list, and the form of whatever is scheduled or edited. */
export function SessionsScreen({ me }: { me: OwnProfile }) {
  const now = useNow()
  const address = useSessionAddress()
  const state = useTableState<SessionColumn, SessionFilters>(sessionShape(me))
  const answer = useSessionsPage(state.query)
  const rows = answer.data?.entries ?? []
  const highlighted = useSessionsLive(rows)
  useTurns(rows, now)
  const { rowActs, question, isSaving } = useRowActs(me, address.openEdit)
  const given = { me, now, isSaving }
  const kind: RowKind<Session> = {
    key: ({ id }) => id,
    name: sessionName,
    href: previewOf,
    acts: rowActs,
    actsWidth: '7.25rem',
    card: (session) => sessionCard(session, given),
  }
  const scheduling = useOpening(address.isScheduling || undefined)
  const editing = useOpening(address.edit)
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
      <PageHeader title="Session Management" actions={!isSmall && scheduleButton} />
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
      <ScheduleSession
        key={`schedule-${scheduling.key}`}
        me={me}
        isOpen={scheduling.isOpen}
        onClose={address.close}
      />
      {editing.value !== undefined && (
        <EditSession
          key={`edit-${editing.key}`}
          me={me}
          sessionId={editing.value}
          row={rows.find(({ id }) => id === editing.value)}
          isOpen={editing.isOpen}
          onClose={address.close}
        />
      )}
    </>
  )
}

const previewOf = ({ id }: Session): string => `/session/${id}/preview`

/** What can be done with a row, by what the server allows; and the question before one is cancelled. */
function useRowActs(me: OwnProfile, onEdit: (id: string) => void) {
  const { cancel, complete, isSaving } = useSessionChanges()
  const [cancelling, setCancelling] = useState<Session>()

  const rowActs = (session: Session): RowActs => {
    if (isSaving(session)) return { main: { id: 'saving', label: 'Saving', isDisabled: true }, menu: [] }
    const { abilities } = session
    const href = previewOf(session)
    const offered = (isOffered: boolean, act: RowAct): RowAct[] => (isOffered ? [act] : [])
    return {
      ...(abilities.join && {
        main: { id: 'join-call', label: 'Join Call', icon: <Video aria-hidden="true" />, href },
      }),
      menu: [
        ...offered(abilities.edit, {
          id: 'edit',
          label: 'Edit',
          icon: <Pencil aria-hidden="true" />,
          onAction: () => onEdit(session.id),
        }),
        { id: 'details', label: 'Details', icon: <Info aria-hidden="true" />, href },
        calendarActs(session, me.id),
        ...offered(abilities.complete, {
          id: 'complete',
          label: 'Complete',
          icon: <CircleCheck aria-hidden="true" />,
          onAction: () => void complete(session),
        }),
        ...offered(abilities.join, {
          id: 'join',
          label: 'Join',
          icon: <Video aria-hidden="true" />,
          href,
        }),
      ],
      ...(abilities.cancel && {
        destructive: {
          id: 'cancel',
          label: 'Cancel',
          icon: <CircleX aria-hidden="true" />,
          onAction: () => setCancelling(session),
        },
      }),
    }
  }

  const question = (
    <CancelQuestion
      me={me}
      session={cancelling}
      onCancel={(session, how) => void cancel(session, how)}
      onClose={() => setCancelling(undefined)}
    />
  )
  return { rowActs, question, isSaving }
}
