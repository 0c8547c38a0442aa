import { useBlocker } from '@tanstack/react-router'
import { usePageHold } from '#base/page-hold.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

interface LeaveGuardProps {
  /** Asked at the moment of leaving. */
  isHeld: () => boolean
  /** Something is typed: the end of a sign-in does not take it away either, but is asked about over the page. */
  hasInput?: boolean
  /** What holds the input is opened by the address, such as a drawer: a step back inside the page leaves it too. */
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
      What you changed here has not been saved.
    </ConfirmDialog>
  )
}
