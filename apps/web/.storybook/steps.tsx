import { useRouter } from '@tanstack/react-router'

// Steps through the addresses of a story, which are not the browser's own.

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
