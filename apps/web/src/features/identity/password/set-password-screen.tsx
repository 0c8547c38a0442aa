import { openPasswordLink } from '@parley/contract/identity.ts'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { request } from '#platform/server/api.ts'
import { isAway, messageOf } from '#platform/server/api-problem.ts'
import { Button } from '#ui/button/button.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { AuthFrame, BackToSignIn } from '#features/identity/sign-in/auth-frame.tsx'
import { linkSecret } from './link-secret.ts'
import { PasswordForm } from './password-form.tsx'

/** Opened by the link in a mail or on paper. Opening it does not use it up; saving does. */
export function SetPasswordScreen({ onSaved }: { onSaved: (username: string) => void }) {
  const token = linkSecret('set-password')
  return (
    <AuthFrame>{token === undefined ? <DeadLink /> : <OpenLink token={token} onSaved={onSaved} />}</AuthFrame>
  )
}

interface OpenLinkProps {
  token: string
  onSaved: (username: string) => void
}

function OpenLink({ token, onSaved }: OpenLinkProps) {
  const owner = useQuery({
    // Without the secret, because developer tools show query keys.
    queryKey: [openPasswordLink.path],
    queryFn: ({ signal }) => request(openPasswordLink, { body: { token } }, { signal }),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (owner.data) {
    return (
      <PasswordForm owner={owner.data} token={token} onSaved={onSaved} onDead={() => void owner.refetch()} />
    )
  }
  if (owner.isPending) return <LoadingLink />
  if (isAway(owner.error)) {
    return (
      <>
        <PageHeading title="Something went wrong" />
        <p className="mt-1.5 mb-6 text-ink-2">{messageOf(owner.error)} Your link still works.</p>
        <Button icon={<RotateCw />} isPending={owner.isFetching} onPress={() => void owner.refetch()}>
          Try again
        </Button>
      </>
    )
  }
  return <DeadLink />
}

function DeadLink() {
  return (
    <>
      <PageHeading title="This link no longer works" />
      <p className="mt-1.5 mb-6 text-ink-2">
        It has been used or has expired, or the page was reloaded. Open the link again, or ask for a new one.
      </p>
      <BackToSignIn />
    </>
  )
}

const LoadingLink = () => (
  <div aria-busy="true">
    <span className="sr-only">Opening your link</span>
    <Skeleton className="h-7.5 w-56" />
    <Skeleton className="mt-2 mb-8 h-10 w-full" />
    <Skeleton className="h-17 w-full" />
    <Skeleton className="mt-6 h-11 w-full" />
  </div>
)
