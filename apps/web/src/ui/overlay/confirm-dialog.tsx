import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Button } from '#ui/button/button.tsx'
import { Modal } from './modal.tsx'

interface ConfirmDialogProps {
  title: string
  /** The text that says what is lost or sent. */
  children: ReactNode
  /** The verb on the button. */
  act: string
  /** The button that cancels. It has the focus at first. */
  wayOut?: string
  look?: 'primary' | 'destructive'
  isOpen: boolean
  /** The act is running: it cannot be started twice, and the question stays. */
  isPending?: boolean
  /** For the call, which is dark in both themes. */
  isDark?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** A question before something is lost or sent. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    act,
    wayOut = 'Never mind',
    look = 'destructive',
    isOpen,
    isPending = false,
    isDark = false,
  } = props
  const { onConfirm, onClose } = props
  return (
    <Modal
      place="question"
      role="alertdialog"
      isOpen={isOpen}
      isHeld={isPending}
      isDark={isDark}
      onOpenChange={(isWanted) => !isWanted && onClose()}
    >
      <Heading slot="title" level={2} className="text-[1.25rem]/7 font-semibold wrap-anywhere">
        {title}
      </Heading>
      <div className="mt-2 flex-1 text-ink-2 wrap-anywhere">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        {/* Focuses the safe button, so that Enter loses nothing. */}
        <Button autoFocus onPress={onClose} isDisabled={isPending}>
          {wayOut}
        </Button>
        <Button look={look} isPending={isPending} onPress={onConfirm}>
          {act}
        </Button>
      </div>
    </Modal>
  )
}
