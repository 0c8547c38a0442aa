import type { OwnProfile } from '@parley/contract/identity.ts'
import { ChevronRight, CircleHelp } from 'lucide-react'
import { ButtonLink, Link, PlainLink } from '#ui/button/link.tsx'
import { Wordmark } from '#ui/display/mark.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { Palette } from '#features/palette/palette.tsx'
import { areas } from './areas.ts'
import { SidebarDrawer } from './sidebar-drawer.tsx'
import { usePlace } from './use-place.ts'
import { UserMenu } from './user-menu.tsx'
import { ZoneClock } from './zone-clock.tsx'

export function TopBar({ me }: { me: OwnProfile }) {
  return (
    <header className="sticky top-0 z-(--z-sticky) flex h-14 shrink-0 items-center gap-1 border-b border-line bg-surface px-2 lg:h-(--topbar) lg:gap-3 lg:px-8">
      <SidebarDrawer me={me} />
      <PlainLink to="/dashboard" className="flex rounded-control px-1 lg:hidden">
        <Wordmark />
      </PlainLink>
      <Crumbs />
      <div className="ml-auto flex items-center gap-1 lg:-mr-2 lg:gap-3">
        <Palette me={me} />
        <div className="max-lg:hidden">
          <ZoneClock me={me} />
        </div>
        <div className="max-lg:hidden">
          <Tooltip text="Help">
            <ButtonLink to="/help" look="quiet" size="icon" aria-label="Help">
              <CircleHelp aria-hidden="true" />
            </ButtonLink>
          </Tooltip>
        </div>
        <UserMenu me={me} />
      </div>
    </header>
  )
}

/** The area's name; from the second level on, the way back to it and the page's own. */
function Crumbs() {
  const { area, crumb } = usePlace()
  const above = area && areas[area]
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-label font-medium max-lg:hidden">
      <ol className="flex items-center gap-1.5">
        {above && (
          <li>
            {crumb === undefined ? (
              above.label
            ) : (
              <Link to={above.path} look="quiet">
                {above.label}
              </Link>
            )}
          </li>
        )}
        {above && crumb !== undefined && (
          <li aria-hidden="true">
            <ChevronRight className="size-3.5 text-ink-3" />
          </li>
        )}
        {crumb !== undefined && <li className="truncate">{crumb}</li>}
      </ol>
    </nav>
  )
}
