import { useBlocker } from '@tanstack/react-router'
import { usePageHold } from '#base/page-hold.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

/** The codes are shown only once: Back asks first, and if the sign-in ends, the page asks for a new one and stays. */
export function KeepGuard({ isHeld }: { isHeld: boolean }) {
  usePageHold(isHeld)
  const blocker = useBlocker({
    shouldBlockFn: () => isHeld,
    enableBeforeUnload: isHeld,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      title="Leave without the recovery codes?"
      act="Leave"
      wayOut="Stay"
      isOpen={blocker.status === 'blocked'}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      They won&apos;t be shown again. Without them you can&apos;t sign in if you lose the app.
    </ConfirmDialog>
  )
}
