import type { OwnProfile } from '@parley/contract/identity.ts'
import { PlainLink } from '#ui/button/link.tsx'
import { Wordmark } from '#ui/display/mark.tsx'
import { AreaLinks } from './area-links.tsx'
import { SidebarFoot } from './sidebar-foot.tsx'

/** From 1024 px on: always visible, left of the sheet. */
export function Sidebar({ me }: { me: OwnProfile }) {
  return (
    <aside className="sticky top-0 hidden h-dvh w-(--sidebar) shrink-0 flex-col gap-3 overflow-y-auto border-r border-line bg-canvas px-2.5 pb-4 lg:flex">
      <div className="flex h-(--topbar) shrink-0 items-center px-2">
        <PlainLink to="/dashboard" className="flex rounded-control">
          <Wordmark />
        </PlainLink>
      </div>
      <AreaLinks privs={me.privs} size="medium" />
      <div className="-mx-2.5 mt-auto pt-4">
        <SidebarFoot me={me} size="medium" />
      </div>
    </aside>
  )
}
