import { CloudOff, RotateCw } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { PageHeading } from './page-heading.tsx'

interface LoadFailureProps {
  /** What the server may be asked about; an error without a request id has none to show. */
  error: unknown
  isRetrying: boolean
  onRetry: () => void
  title?: string
}

/** In place of a page that could not be loaded, with the way to try again. */
export function LoadFailure({
  error,
  isRetrying,
  onRetry,
  title = 'Something went wrong',
}: LoadFailureProps) {
  const requestId = requestIdOf(error)
  return (
    <EmptyState
      picture={<CloudOff aria-hidden="true" className="size-8" strokeWidth={1.5} />}
      heading={<PageHeading title={title} className="text-title font-semibold" />}
      action={
        <Button icon={<RotateCw />} isPending={isRetrying} onPress={onRetry}>
          Try again
        </Button>
      }
    >
      Please refresh the page.
      {requestId !== undefined && <p className="mt-1 text-small text-ink-3">Request {requestId}</p>}
    </EmptyState>
  )
}

/** What the server's log can be asked about, if the error came from there. */
export const requestIdOf = (error: unknown): string | undefined =>
  error instanceof Error && 'requestId' in error && typeof error.requestId === 'string'
    ? error.requestId
    : undefined
