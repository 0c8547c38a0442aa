import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Privs } from '@parley/contract/rules/people/levels.ts'
import { ArrowLeft, ChevronRight } from 'lucide-react'
import { ButtonLink, Link, PlainLink } from '#ui/button/link.tsx'
import { pageIcons } from '#platform/page-icons.ts'
import { isPageFor, pages, pagesAt } from '#platform/pages.ts'
import { Wordmark } from '#ui/display/mark.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { Palette } from '#features/palette/palette.tsx'
import { SidebarDrawer } from './sidebar-drawer.tsx'
import { usePlace } from './use-place.ts'
import { UserMenu } from './user-menu.tsx'
import { ZoneClock } from './zone-clock.tsx'

export function TopBar({ me }: { me: OwnProfile }) {
  return (
    <header className="sticky top-0 z-(--z-sticky) flex h-14 shrink-0 items-center gap-1 border-b border-line bg-surface px-2 lg:h-(--topbar) lg:gap-3 lg:px-[max(2rem,calc((100%-var(--page))/2))]">
      <SidebarDrawer me={me} />
      <WayBack privs={me.privs} />
      <Crumbs privs={me.privs} />
      <div className="ml-auto flex items-center gap-1 lg:-mr-2 lg:gap-3">
        <Palette me={me} />
        <div className="max-lg:hidden">
          <ZoneClock me={me} />
        </div>
        {pagesAt('top bar', me.privs).map((key) => {
          const Icon = pageIcons[key]
          const { path, name } = pages[key]
          return (
            <div key={key} className="max-lg:hidden">
              <Tooltip text={name}>
                <ButtonLink to={path} look="quiet" size="icon" aria-label={name}>
                  <Icon />
                </ButtonLink>
              </Tooltip>
            </div>
          )
        })}
        <UserMenu me={me} />
      </div>
    </header>
  )
}

/**
 * Below 1024 px: on second-level pages the link back to the area, unless the page has its own; else the link home. On a
 * phone, a title that is always the same is shown here, and its heading is for screen readers (ui/page/page-header.tsx).
 */
function WayBack({ privs }: { privs: Privs }) {
  const { area, name, leadsBack, title } = usePlace()
  const isBelow = area && name !== undefined && !leadsBack && isPageFor(privs, area)
  return (
    <>
      {isBelow ? (
        <div className="min-w-0 lg:hidden">
          <ButtonLink to={pages[area].path} look="quiet" aria-label={`Back to ${pages[area].name}`}>
            <ArrowLeft />
            <span className={title === undefined ? '' : 'max-sm:hidden'}>{pages[area].name}</span>
          </ButtonLink>
        </div>
      ) : (
        <PlainLink
          to="/dashboard"
          className={`flex min-h-(--control) items-center rounded-control px-1 lg:hidden ${title === undefined ? '' : 'max-sm:hidden'}`}
        >
          <Wordmark />
        </PlainLink>
      )}
      {title !== undefined && (
        <p aria-hidden="true" className="truncate px-1 text-large font-semibold sm:hidden">
          {title}
        </p>
      )}
    </>
  )
}

/** The area's name; on second-level pages, a link to the area and the page's own name. */
function Crumbs({ privs }: { privs: Privs }) {
  const { area, name } = usePlace()
  // A coach may see a colleague's page, but not the list that it belongs to.
  const above = area && isPageFor(privs, area) ? pages[area] : undefined
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-label font-medium max-lg:hidden">
      <ol className="flex items-center gap-1.5">
        {above && (
          <li>
            {name === undefined ? (
              above.name
            ) : (
              <Link to={above.path} look="quiet">
                {above.name}
              </Link>
            )}
          </li>
        )}
        {above && name !== undefined && (
          <li aria-hidden="true">
            <ChevronRight className="size-3.5 text-ink-3" />
          </li>
        )}
        {name !== undefined && <li className="truncate">{name}</li>}
      </ol>
    </nav>
  )
}
