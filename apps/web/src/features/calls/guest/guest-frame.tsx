import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Wordmark } from '#ui/display/mark.tsx'

interface GuestFrameProps {
  /** Beside the logo: the time until the start. */
  corner?: ReactNode
  trouble?: string | undefined
  foot?: ReactNode
  children: ReactNode
}

/** The frame of every guest page: the logo, one topic, the contact. Nothing here leads into the portal. */
export const GuestFrame = ({ corner, trouble, foot, children }: GuestFrameProps) => (
  <div className="flex min-h-dvh flex-col bg-canvas">
    <header className="flex min-h-14 items-center justify-between gap-4 border-b border-line bg-surface px-4 sm:px-7">
      <Wordmark />
      {corner}
    </header>
    {trouble !== undefined && (
      // Overlaps the free edge of the content below, so that nothing shifts under a finger when it appears or disappears.
      <p className="pointer-events-none relative -mb-8 flex min-h-8 items-center justify-center gap-2 border-b border-yellow-line bg-yellow-soft px-4 text-label text-yellow-ink">
        <CloudOff className="size-4 shrink-0" strokeWidth={1.75} />
        {trouble}
      </p>
    )}
    <main className="flex flex-1 flex-col justify-center px-4 py-8 sm:px-7">{children}</main>
    <footer className="min-h-14 px-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] text-center text-body text-balance text-ink-2 wrap-anywhere sm:px-7">
      {foot}
    </footer>
  </div>
)

/** One message in the middle of the page. */
export const GuestNotice = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="mx-auto w-full max-w-120 text-center">
    <h1 className="text-[2rem]/10 font-semibold tracking-[-0.02em] text-balance">{title}</h1>
    <div className="mt-3 flex flex-col gap-3 text-large text-balance text-ink-2 wrap-anywhere">
      {children}
    </div>
  </div>
)
