import { useMatches } from '@tanstack/react-router'
import type { AreaKey } from './areas.ts'

/** Where the present page stands: its area and, below that, its own name. */
export function usePlace(): { area?: AreaKey; crumb?: string } {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })
}
