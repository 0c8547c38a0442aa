import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useState } from 'react'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Checkbox } from '#ui/choice/checkbox.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { useOpening } from '#ui/overlay/use-opening.ts'
import { otherSideText, whenText } from '#features/sessions/words/session-words.ts'

interface CancelQuestionProps {
  me: OwnProfile
  /** Undefined while the dialog is closed. */
  session: Session | undefined
  onCancel: (session: Session, how: { noShow: boolean }) => void
  onClose: () => void
}

export function CancelQuestion({ session, ...props }: CancelQuestionProps) {
  // Keep showing the session while the dialog fades out. Each opening starts fresh.
  const { value, isOpen, key } = useOpening(session)
  return value && <Question key={key} session={value} isOpen={isOpen} {...props} />
}

interface QuestionProps extends Omit<CancelQuestionProps, 'session'> {
  session: Session
  isOpen: boolean
}

function Question({ me, session, isOpen, onCancel, onClose }: QuestionProps) {
  const [isTicked, setIsTicked] = useState(false)
  // The no-show ability can change while the dialog is open.
  const noShow = isTicked && session.abilities.noShow
  const confirm = () => {
    onCancel(session, { noShow })
    onClose()
  }
  return (
    <ConfirmDialog
      title="Cancel this session?"
      act={noShow ? 'Cancel & Mark as "No Show"' : 'Cancel Session'}
      isOpen={isOpen}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <span className="font-medium text-ink">{session.title}</span> with {otherSideText(session)},{' '}
        <span className="font-figures">{whenText(zoneOf(me), session)}</span>.
      </p>
      <p className="mt-2">
        {noShow
          ? 'It counts as a no-show, and no email goes out.'
          : 'Everyone in it gets an email, and the time is free again.'}
      </p>
      {session.abilities.noShow && (
        <div className="mt-3 text-ink">
          <Checkbox isSelected={isTicked} onChange={setIsTicked}>
            The client didn't come: mark as no-show
          </Checkbox>
        </div>
      )}
    </ConfirmDialog>
  )
}
