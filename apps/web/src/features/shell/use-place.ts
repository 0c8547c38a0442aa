import { useMatches } from '@tanstack/react-router'
import { usePresentPageName } from '#ui/page/page-heading.tsx'
import { areaOf, hasOneTitle, leadsBack, pages, titleOf, type PageKey } from '#platform/pages.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page of the table that a route shows. */
    page?: PageKey
  }
}

/** The page of the table that is open. */
export const usePage = (): PageKey | undefined =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.page })

/** The open page's area; its own name, if it is below an area or has none; and its title, if that is always the same. */
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
