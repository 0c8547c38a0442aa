import { useRouter } from '@tanstack/react-router'
import { forgetPasswordLink } from '../features/identity/password-link.ts'
import { SetPasswordScreen } from '../features/identity/set-password-screen.tsx'
import { endSession } from '../platform/token.ts'
import { toast } from '../ui/toast.ts'

export function SetPasswordPage() {
  const router = useRouter()
  const leave = (username: string) => {
    forgetPasswordLink()
    // The new password ended every sign-in of its owner; the one of this browser goes with them.
    endSession('elsewhere')
    toast.success('Your password is saved', 'Please log in with it.')
    void router.navigate({ to: '/login', state: { username }, replace: true })
  }
  return <SetPasswordScreen onSaved={leave} />
}
