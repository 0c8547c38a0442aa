import { useRouter } from '@tanstack/react-router'

// Buttons that navigate in the story's own history, not in the browser's.

export function StepBack() {
  const router = useRouter()
  return (
    <button type="button" tabIndex={-1} onClick={() => router.history.back()}>
      Step back
    </button>
  )
}

export function StepAway() {
  const router = useRouter()
  return (
    <button type="button" tabIndex={-1} onClick={() => router.history.push('/elsewhere')}>
      Step away
    </button>
  )
}
