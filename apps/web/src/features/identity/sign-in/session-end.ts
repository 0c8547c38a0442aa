import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { followOtherTabs, onSessionEnd, type SessionEnd } from '#platform/sign-in/token.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Whatever ended the sign-in: nothing of the person stays in memory, the page says why and leads to /login. */
export function followSession(router: AnyRouter, client: QueryClient): void {
  onSessionEnd((end) => {
    client.clear()
    sayWhy(end)
    // The guard of the present page leads to /login and keeps the way back; who may not come back gets none.
    // Unsaved input does not hold anybody here: it could not be saved any more.
    if (end === 'logout' || end === 'role_lost')
      void router.navigate({ to: '/login', replace: true, ignoreBlocker: true })
    else void router.invalidate()
  })
  followOtherTabs(() => void router.invalidate())
}

function sayWhy(end: SessionEnd): void {
  if (end === 'expired') toast.error('Your session has expired', 'Please log in again.')
  if (end === 'role_lost') toast.error('Problem logging in', 'You do not have the correct role.')
}
