import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

interface Leaving {
  /** Closes, or asks first if input would be lost. */
  leave: () => void
  /** Must be rendered inside the overlay that is left. */
  question: ReactNode
}

/** The way out of an overlay that holds input, such as a drawer or a form. */
export function useLeaveQuestion(hasUnsavedInput: boolean, onClose: () => void): Leaving {
  const [isAsking, setIsAsking] = useState(false)
  const discard = () => {
    setIsAsking(false)
    onClose()
  }
  return {
    leave: () => (hasUnsavedInput ? setIsAsking(true) : onClose()),
    question: (
      <ConfirmDialog
        title="Leave without saving?"
        act="Discard changes"
        wayOut="Keep editing"
        isOpen={isAsking}
        onConfirm={discard}
        onClose={() => setIsAsking(false)}
      >
        What you entered here hasn't been saved.
      </ConfirmDialog>
    ),
  }
}
