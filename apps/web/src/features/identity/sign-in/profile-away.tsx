import { CloudOff, RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { logOut } from '#features/identity/identity.ts'

/** The token stands but the profile could not be had. Nothing is lost: try again, or leave. */
export function ProfileAway({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  useEffect(() => {
    const shown = toast.error('Something went wrong', 'Please refresh the page.')
    return () => toast.close(shown)
  }, [])
  return (
    <main className="flex min-h-dvh flex-col">
      <EmptyState
        picture={<CloudOff aria-hidden="true" className="size-8" strokeWidth={1.5} />}
        heading={
          <PageHeading title="Your profile could not be loaded" className="text-title font-semibold" />
        }
        action={
          <>
            <Button icon={<RotateCw />} isPending={isRetrying} onPress={onRetry}>
              Try again
            </Button>
            <Button look="quiet" onPress={() => void logOut()}>
              Logout
            </Button>
          </>
        }
      >
        You are still signed in on this device.
      </EmptyState>
    </main>
  )
}
