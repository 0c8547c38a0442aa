import type { OwnProfile } from '@parley/contract/identity.ts'
import { PlainLink } from '#ui/button/link.tsx'
import { Wordmark } from '#ui/display/mark.tsx'
import { InlineFailure, lazyPart } from '#ui/page/lazy-part.tsx'
import { AreaLinks } from './area-links.tsx'

// The page does not wait for it.
const Today = lazyPart(async () => (await import('#features/today/today.tsx')).Today, InlineFailure)

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

interface SidebarFootProps {
  me: OwnProfile
  size: 'medium' | 'large'
  onLeave?: () => void
}

/** Today's calls below the sidebar's entries. */
export const SidebarFoot = (props: SidebarFootProps) => <Today {...props} />
