import { useMatches } from '@tanstack/react-router'
import { usePresentPageName } from '#platform/page-name.ts'
import { areaOf, hasOneTitle, leadsBack, pages, titleOf, type PageKey } from '#platform/pages.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Which page of the table a route shows. */
    page?: PageKey
  }
}

/** Which page of the table is open. */
export const usePage = (): PageKey | undefined =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.page })

/** Where the open page stands: its area and, below that or without one, its own name; and its title, if it is always the same. */
export function usePlace() {
  const page = usePage()
  const ownName = usePresentPageName()
  const area = page && areaOf(page)
  const name = ownName ?? (page && page !== area ? pages[page].name : undefined)
  return {
    area,
    name,
    leadsBack: page !== undefined && leadsBack(page),
    title: page && hasOneTitle(page) ? titleOf(page) : undefined,
  }
}
