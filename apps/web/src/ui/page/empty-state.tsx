import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** A drawing or a 28 px icon. */
  picture?: ReactNode
  /** The heading of this part of the page, with its level. */
  heading: ReactNode
  children?: ReactNode
  /** The buttons that lead on. */
  action?: ReactNode
}

/** Replaces content: it says what belongs here, or what happened, and how to go on. */
export function EmptyState({ picture, heading, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center px-4 py-12 text-center">
      {picture !== undefined && <div className="mb-5 text-ink-3">{picture}</div>}
      {heading}
      {children !== undefined && <div className="mt-1.5 max-w-120 text-ink-2">{children}</div>}
      {action !== undefined && <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
