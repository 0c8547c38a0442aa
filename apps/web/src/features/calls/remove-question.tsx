import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { removePerson, type Named } from './leading-acts.ts'

interface RemoveQuestionProps {
  sessionId: string
  /** Undefined while nobody is asked about. */
  person: Named | undefined
  onClose: () => void
}

/** Before somebody is taken out of the call: a slip on the menu would end it for them. */
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
