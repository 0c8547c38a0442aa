import { AuthFrame } from '../features/identity/auth-frame.tsx'
import { BackToSignIn } from '../features/identity/back-to-sign-in.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export const ForgotPasswordPage = () => (
  <AuthFrame>
    <PageHeading title="Can't log in?" />
    <p className="mt-1.5 mb-6 text-ink-2">
      Links by e-mail are not here yet. Ask your administrator: they can print a link that sets your password.
    </p>
    <BackToSignIn />
  </AuthFrame>
)
