import type { ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle } from '#ui/overlay/dialog-title.tsx'
import { Modal } from '#ui/overlay/modal.tsx'
import { OwnPasswordForm } from './own-password-form.tsx'

interface PasswordDialogProps {
  title: string
  /** What will happen. */
  children: ReactNode
  act: string
  look?: 'primary' | 'destructive'
  onSubmit: (password: string) => Promise<unknown>
  onClose: () => void
}

/** A question that only the person's own password answers. */
export function PasswordDialog({ title, children, onClose, ...form }: PasswordDialogProps) {
  return (
    <Modal place="center" isOpen onOpenChange={(isWanted) => !isWanted && onClose()}>
      <DialogTitle>{title}</DialogTitle>
      <div className="mt-2 mb-4 text-ink-2 wrap-anywhere">{children}</div>
      <OwnPasswordForm
        {...form}
        wayOut={(isPending) => (
          <Button look="quiet" isDisabled={isPending} onPress={onClose}>
            Never mind
          </Button>
        )}
      />
    </Modal>
  )
}
