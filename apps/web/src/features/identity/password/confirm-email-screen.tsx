import { confirmEmail, openEmailLink } from '@parley/contract/identity.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { request } from '#platform/server/api.ts'
import { ApiProblem, isAway, messageOf } from '#platform/server/api-problem.ts'
import { useToken } from '#platform/sign-in/token.ts'
import { Button } from '#ui/button/button.tsx'
import { ButtonLink } from '#ui/button/link.tsx'
import { Note } from '#ui/display/note.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { AuthFrame, BackToSignIn } from '#features/identity/sign-in/auth-frame.tsx'
import { linkSecret } from './link-secret.ts'

/** Opened by the link that was mailed to a new address. Opening it changes nothing; the button on this page does. */
export function ConfirmEmailScreen() {
  const token = linkSecret('confirm-email')
  return <AuthFrame>{token === undefined ? <DeadLink /> : <OpenLink token={token} />}</AuthFrame>
}

function OpenLink({ token }: { token: string }) {
  const opened = useQuery({
    // Without the secret, because developer tools show query keys.
    queryKey: [openEmailLink.path],
    queryFn: ({ signal }) => request(openEmailLink, { body: { token } }, { signal }),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (opened.data) return <Question token={token} email={opened.data.email} />
  if (opened.isPending) {
    return (
      <div aria-busy="true">
        <span className="sr-only">Opening your link</span>
        <Skeleton className="h-7.5 w-64" />
        <Skeleton className="mt-2 mb-8 h-10 w-full" />
      </div>
    )
  }
  if (!isAway(opened.error)) return <DeadLink error={opened.error} />
  return (
    <>
      <PageHeading title="Something went wrong" />
      <p className="mt-1.5 mb-6 text-ink-2">{messageOf(opened.error)} Your link still works.</p>
      <Button icon={<RotateCw />} isPending={opened.isFetching} onPress={() => void opened.refetch()}>
        Try again
      </Button>
    </>
  )
}

function Question({ token, email }: { token: string; email: string }) {
  const confirm = useMutation({ mutationFn: () => request(confirmEmail, { body: { token } }) })
  if (confirm.data) return <Confirmed email={confirm.data.email} />
  if (confirm.isError && !isAway(confirm.error)) return <DeadLink error={confirm.error} />
  return (
    <>
      <PageHeading title="Confirm your new address" />
      <p className="mt-1.5 mb-6 text-ink-2 wrap-anywhere">
        Emails from Parley will go to <strong className="font-semibold text-ink">{email}</strong>. We'll let
        the old address know.
      </p>
      {confirm.isError && (
        <div className="mb-4">
          <Note kind="error">{messageOf(confirm.error)} Your link still works.</Note>
        </div>
      )}
      <Button
        look="primary"
        size="large"
        width="full"
        isPending={confirm.isPending}
        onPress={() => confirm.mutate()}
      >
        Confirm address
      </Button>
    </>
  )
}

function Confirmed({ email }: { email: string }) {
  const isSignedIn = useToken() !== null
  return (
    <>
      <PageHeading title="Your new address is confirmed" />
      <p className="mt-1.5 mb-6 text-ink-2 wrap-anywhere">
        Emails from Parley go to <strong className="font-semibold text-ink">{email}</strong> from now on.
        We've let the old address know.
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

/** A mistyped link gets the same text as a used one. Only a taken address is explained in the server's words. */
const DeadLink = ({ error }: { error?: unknown }) => (
  <>
    <PageHeading title="This link no longer works" />
    <p className="mt-1.5 mb-6 text-ink-2">
      {error instanceof ApiProblem && error.code === 'email_taken'
        ? messageOf(error)
        : 'It has been used or has expired, or the page was reloaded.'}{' '}
      You can get another one in your profile.
    </p>
    <BackToSignIn />
  </>
)
