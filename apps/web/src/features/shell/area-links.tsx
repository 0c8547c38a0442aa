import type { Privs } from '@parley/contract/rules/people/levels.ts'
import { tv } from 'tailwind-variants/lite'
import { pageIcons } from '#platform/page-icons.ts'
import { pages, pagesAt } from '#platform/pages.ts'
import { PlainLink } from '#ui/button/link.tsx'
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

/** An entry of the sidebar. The current page's entry has the look of the sheet. */
export const entryStyles = tv({
  base: [
    'flex w-full cursor-pointer items-center rounded-control border border-transparent text-ink-2 transition-colors duration-(--fast)',
    'hover:bg-hover hover:text-ink active:bg-sunken',
    'aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:shadow-card',
    'forced-colors:border-[color:Canvas] forced-colors:aria-[current=page]:border-[color:Highlight]',
    '[&_svg]:shrink-0 [&_svg]:text-ink-3 aria-[current=page]:[&_svg]:text-accent',
  ],
  variants: {
    size: {
      medium: 'h-[calc(var(--control)-2px)] gap-2.5 px-2.5 text-body [&_svg]:size-4 [&_svg]:stroke-[1.75]',
      large: 'h-12 gap-3.5 px-3.5 text-large [&_svg]:size-5 [&_svg]:stroke-[1.6]',
    },
  },
})
