import type { OwnProfile } from '@parley/contract/identity.ts'
import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { countUnsent, dropUnsent, sendAnswersWithin } from '#features/assessment/assessment.ts'
import { keptWords } from '#features/chat/chat.ts'
import { logOut } from '#features/identity/identity.ts'

/** How long logging out waits for answers that were given just before to be sent. */
const patienceMs = 2000

/** Logout. It asks first if assessment answers would be lost, or if a chat message is not sent yet. */
export function useLogOut(me: OwnProfile): { logOut: () => void; question: ReactNode } {
  const [left, setLeft] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const [isChatQuestionOpen, setIsChatQuestionOpen] = useState(false)
  const ask = async () => {
    if (countUnsent(me.id) > 0 && !(await sendAnswersWithin(me.id, patienceMs))) {
      setLeft(countUnsent(me.id))
      setIsOpen(true)
    } else if (keptWords(me.id, Date.now()).length > 0) setIsChatQuestionOpen(true)
    else await logOut()
  }
  return {
    logOut: () => void ask(),
    question: (
      <>
        <ConfirmDialog
          title="A chat message is not sent yet"
          act="Log out"
          wayOut="Stay"
          look="primary"
          isOpen={isChatQuestionOpen}
          onClose={() => setIsChatQuestionOpen(false)}
          onConfirm={() => void logOut()}
        >
          It stays on this device for 24 hours. When you sign in here again, you can send or discard it.
        </ConfirmDialog>
        <ConfirmDialog
          title={left === 1 ? 'One answer is not saved yet' : `${left} answers are not saved yet`}
          act="Discard and log out"
          wayOut="Stay and send"
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          onConfirm={() => {
            dropUnsent(me.id)
            void logOut()
          }}
        >
          They wait on this device and are sent once Parley answers. If you log out now, they are discarded.
        </ConfirmDialog>
      </>
    ),
  }
}
