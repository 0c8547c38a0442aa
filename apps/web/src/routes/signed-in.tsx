import { useEffect } from 'react'
import { Outlet } from '@tanstack/react-router'
import { useIsPageHeld } from '#base/page-hold.ts'
import { beginSending, dropWithRole } from '#features/assessment/assessment.ts'
import { ProfileAway } from '#features/identity/sign-in/profile-away.tsx'
import { SignInAgain } from '#features/identity/sign-in/sign-in-again.tsx'
import { SecondFactorGate } from '#features/identity/second-factor/second-factor-gate.tsx'
import { TermsGate } from '#features/identity/terms/terms-gate.tsx'
import { ShellSkeleton } from '#features/shell/shell-skeleton.tsx'
import { isAway } from '#platform/server/api-problem.ts'
import { useFreshMe } from '#platform/sign-in/sign-in.ts'

/**
 * Behind the guard: first the profile, then a second factor if it is required, then the terms, then the page. A held
 * page has passed these: a new requirement waits until the user leaves the page.
 */
export function SignedIn() {
  const me = useFreshMe()
  const isHeld = useIsPageHeld()
  const personId = me.data?.id
  useEffect(() => {
    if (personId !== undefined) void beginSending(personId)
  }, [personId])
  useEffect(dropWithRole, [])
  if (me.data) {
    const isPast = me.data.has_accepted_eula || isHeld
    return (
      <SecondFactorGate me={me.data} isWaiting={isHeld}>
        {isPast ? <Outlet /> : <TermsGate />}
        <SignInAgain me={me.data} />
      </SecondFactorGate>
    )
  }
  // A 4xx has ended the session, and the page is on its way to /login. During a retry the failure stays in view.
  const isLost = me.errorUpdatedAt > 0 && (me.isFetching || isAway(me.error))
  if (isLost)
    return <ProfileAway error={me.error} isRetrying={me.isFetching} onRetry={() => void me.refetch()} />
  return <ShellSkeleton />
}
