import { useLocation, useRouter } from '@tanstack/react-router'
import { LoginScreen } from '#features/identity/sign-in/login-screen.tsx'

export function LoginPage() {
  const router = useRouter()
  const username = useLocation({ select: (location) => location.state.username ?? '' })
  // This runs the route's own guard again, which redirects a signed-in user.
  return <LoginScreen username={username} onSignedIn={() => void router.invalidate()} />
}
