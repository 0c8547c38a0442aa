import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { removePerson, type Named } from './leading-acts.ts'

interface RemoveQuestionProps {
  sessionId: string
  /** Undefined while no question is open. */
  person: Named | undefined
  onClose: () => void
}

/** Confirms a removal: a slip in the menu would end the call for that person. */
export const RemoveQuestion = ({ sessionId, person, onClose }: RemoveQuestionProps) => (
  <ConfirmDialog
    title={`Remove ${person?.name ?? ''} from the call?`}
    act="Remove"
    wayOut="Keep in the call"
    isDark
    isOpen={person !== undefined}
    onConfirm={() => {
      if (person) void removePerson(sessionId, person)
      onClose()
    }}
    onClose={onClose}
  >
    They leave at once and can't come back until you let them in again.
  </ConfirmDialog>
)
