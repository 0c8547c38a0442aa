import type { ReactNode } from 'react'
import { Wordmark } from '#ui/display/mark.tsx'
import { useToastPlace } from '#ui/overlay/toast.ts'
import { ConnectionLine } from './connection-line.tsx'
import { SkipLink } from './sheet.tsx'

interface StageProps {
  corner?: ReactNode
  /** Says who can help. */
  foot?: ReactNode
  children: ReactNode
}

/** The frame beside the shell, for pages that fill the window: the way into a call, the call, and its end. */
export function Stage({ corner, foot, children }: StageProps) {
  useToastPlace('top')
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <SkipLink />
      <header className="flex h-14 shrink-0 items-center justify-between gap-4 border-b border-line bg-surface px-4 sm:px-7">
        <Wordmark />
        {corner}
      </header>
      <div className="sticky top-0 z-(--z-sticky)">
        <ConnectionLine />
      </div>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-[calc(67.5rem+2rem)] flex-1 flex-col px-4 pt-5 pb-10 outline-none sm:pt-10"
      >
        {children}
      </main>
      {foot !== undefined && (
        <footer className="min-h-14 px-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] text-center text-balance text-ink-2 wrap-anywhere sm:px-7">
          {foot}
        </footer>
      )}
    </div>
  )
}
