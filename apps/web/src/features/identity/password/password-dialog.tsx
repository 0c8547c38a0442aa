import type { ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { OwnPasswordForm, useOwnPassword } from './own-password-form.tsx'

interface PasswordDialogProps {
  title: string
  /** Says what will happen. */
  children: ReactNode
  act: string
  look?: 'primary' | 'destructive'
  onSubmit: (password: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the person's own password before an action. */
export function PasswordDialog({ title, children, onSubmit, onClose, ...form }: PasswordDialogProps) {
  const attempt = useOwnPassword(onSubmit)
  return (
    <Modal
      place="center"
      isOpen
      // The action's result, such as recovery codes, is shown only once and only here.
      isHeld={attempt.isPending}
      onOpenChange={(isWanted) => !isWanted && onClose()}
    >
      <DialogTitle>{title}</DialogTitle>
      <div className="mt-2 mb-4 text-ink-2 wrap-anywhere">{children}</div>
      <OwnPasswordForm
        {...form}
        attempt={attempt}
        wayOut={
          <Button look="quiet" isDisabled={attempt.isPending} onPress={onClose}>
            Never mind
          </Button>
        }
      />
    </Modal>
  )
}
