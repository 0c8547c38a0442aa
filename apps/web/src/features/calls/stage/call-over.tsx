import type { ReactNode } from 'react'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { endTexts, type CallEnd } from '#features/calls/room/call-state.ts'
import { useDarkPage } from './whole-page.ts'

interface CallOverProps {
  end: Exclude<CallEnd, 'left'>
  /** The contact to ask. */
  contact: ReactNode
  /** Where to go from here. */
  children: ReactNode
}

/** Shown if a call ended without its person leaving it. */
export function CallOver({ end, contact, children }: CallOverProps) {
  useDarkPage()
  return (
    <main
      data-theme="dark"
      className="flex min-h-dvh flex-col items-center justify-center gap-4 bg-stage px-4 py-8 text-center text-stage-ink"
    >
      <PageHeading title={endTexts[end]} className="text-[1.75rem]/9 font-semibold text-balance" />
      {children}
      <p className="mt-4 text-balance text-stage-ink-2 wrap-anywhere">{contact}</p>
    </main>
  )
}
