import { useRouter } from '@tanstack/react-router'
import { forgetLinkSecret } from '#features/identity/password/link-secret.ts'
import { ConfirmEmailScreen } from '#features/identity/password/confirm-email-screen.tsx'
import { ForgotPasswordScreen } from '#features/identity/password/forgot-password-screen.tsx'
import { SetPasswordScreen } from '#features/identity/password/set-password-screen.tsx'
import { endSession } from '#platform/sign-in/token.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Asks for a link that sets a password. */
export const ForgotPasswordPage = () => <ForgotPasswordScreen />

export function SetPasswordPage() {
  const router = useRouter()
  const leave = (username: string) => {
    forgetLinkSecret('set-password')
    // The new password ended every sign-in of its owner, including the one in this browser.
    endSession('elsewhere')
    toast.success('Your password is saved', 'Please log in with it.')
    void router.navigate({ to: '/login', state: { username }, replace: true })
  }
  return <SetPasswordScreen onSaved={leave} />
}

export const ConfirmEmailPage = () => <ConfirmEmailScreen />
