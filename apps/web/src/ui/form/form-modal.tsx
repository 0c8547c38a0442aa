import { ArrowLeft, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Button } from '#ui/button/button.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { useLeaveQuestion } from './leave-question.tsx'
import { Modal } from '#ui/overlay/modal.tsx'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'

interface FormModalProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** Closing it or leaving the page would lose input, so it asks first. */
  hasUnsavedInput: boolean
  /** It is saving: the form stays until the answer arrives. */
  isHeld: boolean
  /** The buttons at the bottom. `leave` is the modal's own way of closing, for 'Never mind'. */
  footer: (leave: () => void) => ReactNode
  children: ReactNode
}

/** 1000 px in the middle, for a form with something beside it; fills small screens. */
export function FormModal(props: FormModalProps) {
  const { title, isOpen, onClose, hasUnsavedInput, isHeld, footer, children } = props
  const isSmall = useSmallScreen()
  const { leave, question } = useLeaveQuestion(hasUnsavedInput, onClose)
  const close = (
    <Button
      look="quiet"
      size="icon"
      aria-label={isSmall ? 'Back' : 'Close'}
      isDisabled={isHeld}
      onPress={leave}
    >
      {isSmall ? <ArrowLeft /> : <X />}
    </Button>
  )
  return (
    <>
      <Modal place="steady" isOpen={isOpen} isHeld={isHeld} onOpenChange={(isWanted) => !isWanted && leave()}>
        <header className="flex h-17 shrink-0 items-center justify-between gap-4 border-b border-line pr-4 pl-6 max-sm:h-14 max-sm:justify-start max-sm:gap-2 max-sm:pl-2">
          {isSmall && close}
          <Heading slot="title" level={2} className="min-w-0 text-[1.25rem]/7 font-semibold wrap-anywhere">
            {title}
          </Heading>
          {!isSmall && close}
        </header>
        <div className="@container min-h-0 flex-1 overflow-auto">{children}</div>
        <footer className="flex shrink-0 items-center justify-end gap-2 border-t border-line px-6 pt-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] max-sm:px-4">
          {footer(leave)}
        </footer>
        {question}
      </Modal>
      <LeaveGuard
        isPartOfPage
        hasInput={isOpen && hasUnsavedInput}
        isHeld={() => isOpen && hasUnsavedInput}
      />
    </>
  )
}
