import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

interface LeaveGuardProps {
  /** Asked at the moment of leaving. */
  isHeld: () => boolean
  /** What holds the input is opened by the address, such as a drawer: a step back inside the page leaves it too. */
  isPartOfPage?: boolean
}

/** Asks before a page with unsaved input is left. */
export function LeaveGuard({ isHeld, isPartOfPage = false }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => (isPartOfPage || current.pathname !== next.pathname) && isHeld(),
    enableBeforeUnload: isHeld,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      title="Leave without saving?"
      act="Discard changes"
      wayOut="Keep editing"
      isOpen={blocker.status === 'blocked'}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      What you changed here has not been saved.
    </ConfirmDialog>
  )
}
