import { confirmEmail } from '@parley/contract/identity.ts'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { request } from '#platform/server/api.ts'
import { isAway, messageOf } from '#platform/server/api-problem.ts'
import { useToken } from '#platform/sign-in/token.ts'
import { Button } from '#ui/button/button.tsx'
import { ButtonLink } from '#ui/button/link.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Skeleton } from '#ui/page/skeleton.tsx'
import { AuthFrame } from '#features/identity/sign-in/auth-frame.tsx'
import { BackToSignIn } from '#features/identity/sign-in/back-to-sign-in.tsx'
import { linkSecret } from './link-secret.ts'

/** Opened by the link that was mailed to a new address: opening it makes the address count. */
export function ConfirmEmailScreen() {
  const token = linkSecret('confirm-email')
  return <AuthFrame>{token === undefined ? <DeadLink /> : <OpenLink token={token} />}</AuthFrame>
}

function OpenLink({ token }: { token: string }) {
  const confirmed = useQuery({
    // Without the secret: a query's key is shown by tools.
    queryKey: [confirmEmail.path],
    queryFn: ({ signal }) => request(confirmEmail, { body: { token } }, { signal }),
    // It is used up by the first answer: asking again by itself would only find it dead.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (confirmed.data) return <Confirmed email={confirmed.data.email} />
  if (confirmed.isPending) {
    return (
      <div aria-busy="true">
        <span className="sr-only">Opening your link</span>
        <Skeleton className="h-7.5 w-64" />
        <Skeleton className="mt-2 mb-8 h-10 w-full" />
      </div>
    )
  }
  if (!isAway(confirmed.error)) return <DeadLink>{messageOf(confirmed.error)}</DeadLink>
  return (
    <>
      <PageHeading title="Something went wrong" />
      <p className="mt-1.5 mb-6 text-ink-2">{messageOf(confirmed.error)}</p>
      <Button icon={<RotateCw />} isPending={confirmed.isFetching} onPress={() => void confirmed.refetch()}>
        Try again
      </Button>
    </>
  )
}

function Confirmed({ email }: { email: string }) {
  const isSignedIn = useToken() !== null
  return (
    <>
      <PageHeading title="Your new address counts" />
      <p className="mt-1.5 mb-6 text-ink-2 wrap-anywhere">
        Mails from Parley go to <strong className="font-semibold text-ink">{email}</strong> from now on. The
        old address was told.
      </p>
      {isSignedIn ? (
        <ButtonLink to="/profile" look="primary" size="large" width="full">
          Go to your profile
        </ButtonLink>
      ) : (
        <BackToSignIn />
      )}
    </>
  )
}

const DeadLink = ({ children }: { children?: ReactNode }) => (
  <>
    <PageHeading title="This link no longer works" />
    <p className="mt-1.5 mb-6 text-ink-2">
      {children ?? 'It has been used, or the page was loaded a second time.'} You can ask for another in your
      profile.
    </p>
    <BackToSignIn />
  </>
)
