import type { Person } from '@parley/contract/people.ts'
import { levels } from '@parley/contract/rules/levels.ts'
import { nameOf } from '../../platform/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useOpening } from '../../ui/use-opening.ts'
import { useDeletePerson } from './person-changes.ts'

interface DeleteQuestionProps {
  /** Undefined while nobody is to be deleted. */
  person: Person | undefined
  onDeleted: () => void
  onClose: () => void
}

export function DeleteQuestion({ person, onDeleted, onClose }: DeleteQuestionProps) {
  // Who it was about stays in the question while it fades.
  const { value: asked } = useOpening(person)
  const remove = useDeletePerson({ onDeleted })
  if (!asked) return null
  return (
    <ConfirmDialog
      title={asked.privs === levels.Client ? 'Delete client' : 'Delete coach'}
      act="Delete"
      isOpen={person !== undefined}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(asked, { onSettled: onClose })}
      onClose={onClose}
    >
      Are you sure you want to delete {nameOf(asked)}? (this action can be undone)
    </ConfirmDialog>
  )
}
