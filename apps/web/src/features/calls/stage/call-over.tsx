import type { ReactNode } from 'react'
import { PageHeading } from '#ui/page/page-heading.tsx'
import type { CallEnd } from '#features/calls/room/call-state.ts'
import { useDarkPage } from './use-dark-page.ts'

/** Why a call is over that the person did not leave. It does not come back by itself. */
const endTexts: Record<Exclude<CallEnd, 'left'>, string> = {
  elsewhere: 'You joined on another device. This one has left.',
  moved: 'The call goes on in another tab.',
  removed: 'You were taken out of this call.',
  closed: 'This call has ended.',
  refused: 'This call has ended.',
}

interface CallOverProps {
  end: Exclude<CallEnd, 'left'>
  /** Whom to ask, and where to go from here. */
  children: ReactNode
}

export function CallOver({ end, children }: CallOverProps) {
  useDarkPage()
  return (
    <main
      data-theme="dark"
      className="flex min-h-dvh flex-col items-center justify-center gap-4 bg-stage px-4 py-8 text-center text-stage-ink"
    >
      <PageHeading title={endTexts[end]} className="text-[1.75rem]/9 font-semibold text-balance" />
      {children}
    </main>
  )
}
