import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Button } from '#ui/button/button.tsx'
import { LeaveGuard } from '#ui/form/leave-guard.tsx'
import { useLeaveQuestion } from '#ui/form/leave-question.tsx'
import { Modal } from './modal.tsx'

interface DrawerProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** Closing it or leaving the page would lose input, so it asks first. */
  hasUnsavedInput?: boolean
  /** It is saving: the drawer stays until the answer arrives. */
  isHeld?: boolean
  /** The buttons at the bottom. `leave` is the drawer's own way of closing, for 'Never mind'. */
  footer?: (leave: () => void) => ReactNode
  children: ReactNode
}

/** 480 px from the right, to create or edit one entry while the list stays in view; fills small screens. */
export function Drawer(props: DrawerProps) {
  const { title, isOpen, onClose, hasUnsavedInput = false, isHeld = false, footer, children } = props
  const { leave, question } = useLeaveQuestion(hasUnsavedInput, onClose)
  return (
    <>
      <Modal place="right" isOpen={isOpen} isHeld={isHeld} onOpenChange={(isWanted) => !isWanted && leave()}>
        <header className="flex shrink-0 items-center justify-between gap-4 pt-5 pr-4 pb-4 pl-6 max-sm:pr-2 max-sm:pl-4">
          <Heading slot="title" level={2} className="min-w-0 text-[1.25rem]/7 font-semibold wrap-anywhere">
            {title}
          </Heading>
          <Button look="quiet" size="icon" aria-label="Close" isDisabled={isHeld} onPress={leave}>
            <X />
          </Button>
        </header>
        <div className="min-h-0 flex-1 overflow-auto px-6 pt-1 pb-6 max-sm:px-4">{children}</div>
        {footer && (
          <footer
            data-foot=""
            className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-6 pt-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] max-sm:px-4"
          >
            {footer(leave)}
          </footer>
        )}
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
