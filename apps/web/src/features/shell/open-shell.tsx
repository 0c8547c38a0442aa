import type { ReactNode } from 'react'
import { ButtonLink, PlainLink } from '#ui/button/link.tsx'
import { Wordmark } from '#ui/display/mark.tsx'
import { Sheet, SkipLink } from './sheet.tsx'

/** The frame of the public pages for people who are not signed in. */
export function OpenShell({ hasLogin, children }: { hasLogin: boolean; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-(--z-sticky) flex h-14 shrink-0 items-center justify-between border-b border-line bg-surface px-4 lg:px-12">
        <PlainLink to="/" className="flex rounded-control">
          <Wordmark />
        </PlainLink>
        {hasLogin && <ButtonLink to="/login">Login</ButtonLink>}
      </header>
      <div className="mx-auto flex w-full max-w-(--measure) flex-1 flex-col sm:max-w-[62rem]">
        <Sheet>{children}</Sheet>
      </div>
    </div>
  )
}
