import { useMatches } from '@tanstack/react-router'
import { usePresentPageName } from '#platform/page-name.ts'
import type { AreaKey } from './areas.ts'

/** Where the present page stands: its area and, below that, its own name. */
export function usePlace(): { area?: AreaKey; crumb?: string } {
  const name = usePresentPageName()
  const place = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })
  return name === undefined ? place : { ...place, crumb: name }
}
