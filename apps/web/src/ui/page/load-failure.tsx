import { CloudOff, RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { failureWords } from './failure-words.ts'
import { PageHeading } from './page-heading.tsx'

interface FailureProps {
  /** The error. If the server gave it a request id, that is shown, to look the failure up in its log. */
  error: unknown
  isRetrying: boolean
  onRetry: () => void
  heading: (title: string) => ReactNode
  /** Another button beside 'Try again'. */
  more?: ReactNode
  /** Shown after the text about the failure. */
  children?: ReactNode
}

/** The one look for anything that could not be loaded, a whole page or a part of one. */
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

/** Retries every 5 s, and when the browser says that it is online. */
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

/** Replaces a page that could not be loaded, with a button to try again. */
export const LoadFailure = ({ title, ...props }: LoadFailureProps) => (
  <Failure
    {...props}
    heading={(usual) => <PageHeading title={title ?? usual} className="text-title font-semibold" />}
  />
)

/** During a retry there is no error, so the last one stays in view. */
export function useLastError(present: unknown): unknown {
  const [last, setLast] = useState(present)
  if (present && present !== last) setLast(present)
  return present ?? last
}

/** The request id to find the error by in the server's log, if the error came from there. */
const requestIdOf = (error: unknown): string | undefined =>
  error instanceof Error && 'requestId' in error && typeof error.requestId === 'string'
    ? error.requestId
    : undefined

interface LoadNoteProps {
  /** The part that could not be loaded: 'The figures'. */
  what: string
  isRetrying: boolean
  onRetry: () => void
}

/** Replaces a part of a page that could not be loaded: an empty place would look as if there were no data. */
export const LoadNote = ({ what, isRetrying, onRetry }: LoadNoteProps) => (
  <div className="flex items-center justify-between gap-3 py-3 text-label text-ink-2">
    <span>{what} couldn't be loaded.</span>
    <Button size="small" isPending={isRetrying} onPress={onRetry}>
      Try again
    </Button>
  </div>
)
