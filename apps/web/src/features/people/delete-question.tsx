import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person, SessionFate } from '@parley/contract/people.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#platform/server/api-problem.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { Note } from '#ui/display/note.tsx'
import { useOpening } from '#ui/overlay/use-opening.ts'
import { FutureSessions } from './future-sessions/future-sessions.tsx'
import { futureQuery, isUnsettled, refusedSessions } from './future-sessions/future-changes.ts'
import { useDeletePerson } from './person-changes.ts'

interface DeleteQuestionProps {
  me: OwnProfile
  /** Undefined while the dialog is closed. */
  person: Person | undefined
  onDeleted: () => void
  onClose: () => void
}

/**
 * A client's future sessions are only mentioned, because a job cancels them. For a coach, the viewer first decides what
 * happens to each future session; then the confirmation opens, and one call deletes the coach and settles the sessions.
 */
export function DeleteQuestion({ me, person, onDeleted, onClose }: DeleteQuestionProps) {
  // Keep showing the person while the dialog fades out.
  const { value: asked } = useOpening(person)
  const remove = useDeletePerson({ onDeleted })
  const future = useQuery({ ...futureQuery(asked?.id ?? ''), enabled: person !== undefined })
  const [decided, setDecided] = useState<SessionFate[]>()
  const close = () => {
    setDecided(undefined)
    remove.reset()
    onClose()
  }
  if (!asked) return null
  const total = person && future.data?.total
  const isClient = asked.privs === levels.Client
  const isToSettle = !isClient && total !== undefined && total > 0
  const isKnown = total !== undefined || future.isError
  const confirm = () =>
    remove.mutate(
      { person: asked, settle: decided ?? [] },
      {
        onSuccess: close,
        onError: (error) => {
          // Go back to the session choices: they are kept, and the refused ones now say why.
          setDecided(undefined)
          if (isUnsettled(error)) void future.refetch()
          else if (refusedSessions(error, decided ?? []).size === 0) close()
        },
      },
    )
  return (
    <>
      <ConfirmDialog
        title={isClient ? 'Delete client' : 'Delete coach'}
        act="Delete"
        isOpen={person !== undefined && isKnown && (!isToSettle || decided !== undefined)}
        isPending={remove.isPending}
        onConfirm={confirm}
        onClose={() => (isToSettle ? setDecided(undefined) : close())}
      >
        Are you sure you want to delete {nameOf(asked)}? (this action can be undone)
        {isClient && total !== undefined && total > 0 && (
          <p className="mt-1.5 text-label">{aheadText(total)}</p>
        )}
        {decided && <p className="mt-1.5 text-label">{settledText(decided)}</p>}
        {future.isError && (
          <div className="mt-3">
            <Note kind="warning">
              Couldn't look up the sessions ahead: {messageOf(future.error)} A client's are cancelled 10
              minutes after the deletion.
            </Note>
          </div>
        )}
      </ConfirmDialog>
      <FutureSessions
        me={me}
        person={isToSettle ? asked : undefined}
        purpose="delete"
        problems={refusedSessions(remove.error, remove.variables?.settle ?? [])}
        isSaving={remove.isPending}
        onDecided={setDecided}
        onClose={close}
      />
    </>
  )
}

/** 'Sessions ahead: 2 reassigned, 1 cancelled. Everyone in them gets an email.' */
function settledText(settle: readonly SessionFate[]): string {
  const off = settle.filter(({ act }) => act === 'cancel').length
  const given = settle.length - off
  const parts = [...(given ? [`${given} reassigned`] : []), ...(off ? [`${off} cancelled`] : [])]
  return `Sessions ahead: ${parts.join(', ')}. Everyone in them gets an email.`
}

/** "2 sessions ahead are cancelled in 10 minutes unless you undo; a later restore won't bring them back." */
const aheadText = (total: number): string =>
  total === 1
    ? "1 session ahead is cancelled in 10 minutes unless you undo; a later restore won't bring it back."
    : `${total.toLocaleString('en-US')} sessions ahead are cancelled in 10 minutes unless you undo; a later restore won't bring them back.`
