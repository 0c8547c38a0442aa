import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { CircleCheck, CircleX, Info, Pencil, Undo2, Video } from 'lucide-react'
import { useState } from 'react'
import type { RowAct, RowActs } from '#ui/table/rows/row.ts'
import { calendarActs } from './calendar-acts.tsx'
import { CancelQuestion } from './cancel-question.tsx'
import { useSessionChanges } from '#features/sessions/cache/session-changes.ts'

export const previewOf = ({ id }: Session): string => `/session/${id}/preview`

/** The actions that the server allows for each row, and the dialog that confirms cancelling. */
export function useRowActs(me: OwnProfile, rows: readonly Session[], onEdit: (id: string) => void) {
  const { cancel, complete, isSaving, undoOf } = useSessionChanges()
  const [cancelling, setCancelling] = useState<Session>()

  const rowActs = (session: Session): RowActs => {
    if (isSaving(session)) return { main: { id: 'saving', label: 'Saving', isDisabled: true }, menu: [] }
    const { abilities } = session
    const undo = undoOf(session)
    const href = previewOf(session)
    const offered = (isOffered: boolean, act: RowAct): RowAct[] => (isOffered ? [act] : [])
    return {
      ...(abilities.join && {
        main: { id: 'join-call', label: 'Join Call', icon: <Video />, href },
      }),
      ...(undo && {
        main: {
          id: 'undo',
          label: 'Undo',
          icon: <Undo2 />,
          isQuiet: true,
          onAction: undo,
        },
      }),
      menu: [
        ...offered(abilities.edit, {
          id: 'edit',
          label: 'Edit',
          icon: <Pencil />,
          onAction: () => onEdit(session.id),
        }),
        { id: 'details', label: 'Details', icon: <Info />, href },
        calendarActs(session, me.id),
        ...offered(abilities.complete, {
          id: 'complete',
          label: 'Complete',
          icon: <CircleCheck />,
          onAction: () => void complete(session),
        }),
        ...offered(abilities.join, {
          id: 'join',
          label: 'Join',
          icon: <Video />,
          href,
        }),
      ],
      ...(abilities.cancel && {
        destructive: {
          id: 'cancel',
          label: 'Cancel',
          icon: <CircleX />,
          onAction: () => setCancelling(session),
        },
      }),
    }
  }

  const question = (
    <CancelQuestion
      me={me}
      // Pass the current row, because its abilities can change while the dialog is open.
      session={rows.find(({ id }) => id === cancelling?.id) ?? cancelling}
      onCancel={(session, how) => void cancel(session, how)}
      onClose={() => setCancelling(undefined)}
    />
  )
  return { rowActs, question, isSaving }
}
