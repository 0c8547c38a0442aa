import type { Privs } from '@parley/contract/rules/levels.ts'
import { PlainLink } from '../../ui/link.tsx'
import { Wordmark } from '../../ui/mark.tsx'
import { AreaLinks } from './area-links.tsx'

/** From 1024 px on: always there, left of the sheet. */
export function Sidebar({ privs }: { privs: Privs }) {
  return (
    <aside className="sticky top-0 hidden h-dvh w-(--sidebar) shrink-0 flex-col gap-3 overflow-y-auto border-r border-line bg-canvas px-2.5 pb-4 lg:flex">
      <div className="flex h-(--topbar) shrink-0 items-center px-2">
        <PlainLink to="/dashboard" className="flex rounded-control">
          <Wordmark />
        </PlainLink>
      </div>
      <AreaLinks privs={privs} size="medium" />
    </aside>
  )
}
