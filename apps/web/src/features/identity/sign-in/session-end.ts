import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { onPageRelease } from '#base/page-hold.ts'
import { resumeFromOtherTab } from '#platform/sign-in/sign-in.ts'
import { followOtherTabs, endHeldSession, onSessionEnd, type SessionEnd } from '#platform/sign-in/token.ts'
import { toast } from '#ui/overlay/toast.ts'

/**
 * At the end of a sign-in, for any reason, clears the person's data from memory, says why, and leads to /login. A page that
 * holds (base/page-hold.ts) delays this until it is left; until then sign-in-again.tsx asks over it.
 */
export function followSession(router: AnyRouter, client: QueryClient): void {
  onSessionEnd((end) => {
    client.clear()
    toast.clear()
    showReason(end)
    // The guard of the current page leads to /login and keeps the way back. After a logout or a lost role there is no way
    // back. Unsaved input has held the page before, so by now the person wants to leave and nothing blocks.
    if (end === 'logout' || end === 'role_lost')
      void router.navigate({ to: '/login', replace: true, ignoreBlocker: true })
    else void router.invalidate()
  })
  onPageRelease(endHeldSession)
  followOtherTabs({
    onSignIn: () => void router.invalidate(),
    onReturn: (token) => void resumeFromOtherTab(client, token),
  })
}

function showReason(end: SessionEnd): void {
  if (end === 'expired') toast.error('Your session has expired', 'Please log in again.')
  if (end === 'role_lost') toast.error('Problem logging in', 'You do not have the correct role.')
}
