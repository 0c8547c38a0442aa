import { useEffect } from 'react'
import { ApiProblem } from '#platform/server/api-problem.ts'
import { Button } from '#ui/button/button.tsx'
import { LoadFailure, useLastError } from '#ui/page/load-failure.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { logOut } from '#features/identity/identity.ts'

interface ProfileAwayProps {
  error: unknown
  isRetrying: boolean
  onRetry: () => void
}

/** The token is valid but the profile could not be loaded. Nothing is lost: the person can try again or log out. */
export function ProfileAway({ error: present, isRetrying, onRetry }: ProfileAwayProps) {
  const error = useLastError(present)
  const isAnswered = error instanceof ApiProblem && error.status > 0
  useEffect(() => {
    // Without a network, refreshing does not help.
    if (!isAnswered) return undefined
    const shown = toast.error('Something went wrong', 'Please refresh the page.')
    return () => toast.close(shown)
  }, [isAnswered])
  return (
    <main className="flex min-h-dvh flex-col">
      <LoadFailure
        {...{ error, isRetrying, onRetry }}
        {...(isAnswered && { title: "Couldn't load your profile" })}
        more={
          <Button look="quiet" onPress={() => void logOut()}>
            Logout
          </Button>
        }
      >
        You're still signed in on this device.
      </LoadFailure>
    </main>
  )
}
