import { CloudOff, RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { failureWords } from './failure-words.ts'
import { PageHeading } from './page-heading.tsx'

interface FailureProps {
  /** What the server may be asked about; an error without a request id has none to show. */
  error: unknown
  isRetrying: boolean
  onRetry: () => void
  heading: (title: string) => ReactNode
  /** Another way on, beside trying again. */
  more?: ReactNode
  /** Follows what is said of the failure. */
  children?: ReactNode
}

/** The one look of what could not be loaded, a whole page or a part of one. */
export function Failure({ error: present, isRetrying, onRetry, heading, more, children }: FailureProps) {
  const error = useLastError(present)
  const { title, text, isPassing } = failureWords(error, navigator.onLine)
  useRetries(isPassing && !isRetrying, onRetry)
  const requestId = requestIdOf(error)
  return (
    <EmptyState
      picture={<CloudOff className="size-8" strokeWidth={1.5} />}
      heading={heading(title)}
      action={
        <>
          <Button icon={<RotateCw />} isPending={isRetrying} onPress={onRetry}>
            Try again
          </Button>
          {more}
        </>
      }
    >
      {text} {children}
      {requestId !== undefined && <p className="mt-1 text-small text-ink-3">Request {requestId}</p>}
    </EmptyState>
  )
}

const againMs = 5000

/** Tries again by itself: every so often, and when the browser says that it is online. */
function useRetries(isWanted: boolean, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (!isWanted) return undefined
    const again = () => retry()
    const timer = setInterval(again, againMs)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [isWanted])
}

interface LoadFailureProps extends Pick<
  FailureProps,
  'error' | 'isRetrying' | 'onRetry' | 'more' | 'children'
> {
  title?: string
}

/** In place of a page that could not be loaded, with the way to try again. */
export const LoadFailure = ({ title, ...props }: LoadFailureProps) => (
  <Failure
    {...props}
    heading={(usual) => <PageHeading title={title ?? usual} className="text-title font-semibold" />}
  />
)

/** While it is tried again there is no error, and what was said of the last one stays. */
export function useLastError(present: unknown): unknown {
  const [last, setLast] = useState(present)
  if (present && present !== last) setLast(present)
  return present ?? last
}

/** What the server's log can be asked about, if the error came from there. */
const requestIdOf = (error: unknown): string | undefined =>
  error instanceof Error && 'requestId' in error && typeof error.requestId === 'string'
    ? error.requestId
    : undefined
