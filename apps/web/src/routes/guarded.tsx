import { Outlet } from '@tanstack/react-router'
import { ProfileAway } from '#features/identity/sign-in/profile-away.tsx'
import { SecondFactorGate } from '#features/identity/second-factor/second-factor-gate.tsx'
import { TermsGate } from '#features/identity/terms/terms-gate.tsx'
import { ShellSkeleton } from '#features/shell/shell-skeleton.tsx'
import { Shell } from '#features/shell/shell.tsx'
import { isAway } from '#platform/server/api-problem.ts'
import { useFreshMe } from '#platform/sign-in/sign-in.ts'

/** Behind the guard: first the profile, then a second factor where it is required, then the terms, then the page. */
export function Guarded() {
  const me = useFreshMe()
  if (me.data) {
    return (
      <SecondFactorGate me={me.data}>
        {me.data.has_accepted_eula ? (
          <Shell me={me.data}>
            <Outlet />
          </Shell>
        ) : (
          <TermsGate />
        )}
      </SecondFactorGate>
    )
  }
  // A 4xx has ended the session, and the page is on its way to /login. While it is asked again, the state stays.
  const isLost = me.errorUpdatedAt > 0 && (me.isFetching || isAway(me.error))
  if (isLost) return <ProfileAway isRetrying={me.isFetching} onRetry={() => void me.refetch()} />
  return <ShellSkeleton />
}
