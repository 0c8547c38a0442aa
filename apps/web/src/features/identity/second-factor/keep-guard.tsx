import { useBlocker } from '@tanstack/react-router'
import { usePageHold } from '#base/page-hold.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

/** The codes are seen this once: Back asks first, and a sign-in that ends asks over the page instead of taking it away. */
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
      They are not shown again. Without them you can&apos;t sign in if you lose the app.
    </ConfirmDialog>
  )
}
