import { useBlocker } from '@tanstack/react-router'
import { usePageHold } from '#base/page-hold.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

interface LeaveGuardProps {
  /** Called when the user is about to leave. */
  isHeld: () => boolean
  /** Something is typed. The end of a sign-in does not discard it either, but is a question over the page. */
  hasInput?: boolean
  /** The address opens what holds the input, such as a drawer: Back inside the page leaves it too. */
  isPartOfPage?: boolean
}

/** Asks before a page with unsaved input is left. */
export function LeaveGuard({ isHeld, hasInput = false, isPartOfPage = false }: LeaveGuardProps) {
  usePageHold(hasInput)
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
      What you changed here hasn't been saved.
    </ConfirmDialog>
  )
}
