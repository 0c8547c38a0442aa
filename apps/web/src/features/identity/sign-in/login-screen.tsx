import { useNow } from '#platform/time/clock.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { AnnouncementBanner } from './announcement-banner.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { LoginForm } from './login-form.tsx'

interface LoginScreenProps {
  /** Filled in for somebody who has just set a password. */
  username: string
  onSignedIn: () => void
}

export function LoginScreen({ username, onSignedIn }: LoginScreenProps) {
  const now = useNow()
  return (
    <AuthFrame banner={<AnnouncementBanner now={now} />}>
      <LoginForm username={username} heads={heads} onSignedIn={onSignedIn} />
    </AuthFrame>
  )
}

const heads = {
  password: (
    <>
      <PageHeading title="Sign in" />
      <p className="mt-1.5 mb-7 text-ink-2">
        For coaches and administrators. If you are a client, open the link in your invitation email.
      </p>
    </>
  ),
  code: (
    <>
      <PageHeading title="Two-factor sign-in" />
      <p className="mt-1.5 mb-7 text-ink-2">
        Enter the code that your authenticator app shows, or a recovery code.
      </p>
    </>
  ),
}
