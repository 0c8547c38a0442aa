import { pages, type PageKey } from '#platform/pages.ts'

/** What a page's route takes from the table of pages. */
export const placeOf = <K extends PageKey>(
  page: K,
): { path: (typeof pages)[K]['path']; staticData: { page: PageKey } } => ({
  path: pages[page].path,
  staticData: { page },
})
