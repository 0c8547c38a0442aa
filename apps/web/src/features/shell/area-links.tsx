import type { Privs } from '@parley/contract/rules/levels.ts'
import { pageIcons } from '#platform/page-icons.ts'
import { pages, pagesAt } from '#platform/pages.ts'
import { PlainLink } from '#ui/button/link.tsx'
import { entryStyles } from './entry-styles.ts'
import { usePlace } from './use-place.ts'

interface AreaLinksProps {
  privs: Privs
  size: 'medium' | 'large'
  onLeave?: () => void
}

/** The sidebar's entries for this level. */
export function AreaLinks({ privs, size, onLeave }: AreaLinksProps) {
  const { area: here } = usePlace()
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {pagesAt('sidebar', privs).map((key) => {
          const Icon = pageIcons[key]
          return (
            <li key={key}>
              <PlainLink
                to={pages[key].path}
                onClick={onLeave}
                // A page below an area marks the area too, though its path differs.
                aria-current={key === here ? 'page' : undefined}
                className={entryStyles({ size })}
              >
                <Icon />
                {pages[key].name}
              </PlainLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
