import type { Privs } from '@parley/contract/rules/levels.ts'
import { PlainLink } from '#ui/button/link.tsx'
import { areasFor } from './areas.ts'
import { entryStyles } from './entry-styles.ts'
import { usePlace } from './use-place.ts'

interface AreaLinksProps {
  privs: Privs
  size: 'medium' | 'large'
  onLeave?: () => void
}

/** The sidebar's entries that this level may see. */
export function AreaLinks({ privs, size, onLeave }: AreaLinksProps) {
  const { area: here } = usePlace()
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {areasFor(privs).map(([key, { label, path, Icon }]) => (
          <li key={key}>
            <PlainLink
              to={path}
              onClick={onLeave}
              // A page below an area marks the area too, though its path is another.
              aria-current={key === here ? 'page' : undefined}
              className={entryStyles({ size })}
            >
              <Icon aria-hidden="true" />
              {label}
            </PlainLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
