import { useLocation, useRouter } from '@tanstack/react-router'
import { LoginScreen } from '#features/identity/sign-in/login-screen.tsx'

export function LoginPage() {
  const router = useRouter()
  const username = useLocation({ select: (location) => location.state.username ?? '' })
  // The route's own guard knows where a signed-in visitor goes.
  return <LoginScreen username={username} onSignedIn={() => void router.invalidate()} />
}
