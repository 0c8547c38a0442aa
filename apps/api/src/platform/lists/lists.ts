import { foundMax, offsetMax, plainListMax, windowOf, type Window } from '@parley/contract/lists.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { problem } from '#platform/http/problem.ts'

/** The limit for counts that need a scan: a search or a name filter. */
export const countMax = foundMax

export interface Count {
  entryCount: number
  entryCountExact: boolean
}

export const exactly = (entryCount: number): Count => ({ entryCount, entryCountExact: true })

/** The count of a scan that stops one row after `max`. */
export const counted = (found: number, max: number = countMax): Count =>
  found > max ? { entryCount: max, entryCountExact: false } : exactly(found)

interface Asked {
  page?: number | undefined
  limit?: number | undefined
}

/** `isFound`: the list is a search or a name filter, which can be paged only as far as it is counted. */
export function askedWindow({ page, limit }: Asked, isFound = false): Window {
  if (page === undefined) return { limit: plainListMax, offset: 0 }
  const found = windowOf(page, limit, isFound ? foundMax : offsetMax)
  if (!found)
    throw problem('page_too_far', {
      faults: [{ path: 'page', message: 'Please narrow the list with a filter.' }],
    })
  return found
}

export const pageAnswer = <E>(entries: E[], count: Count, { limit = constants.pageSize }: Asked) => ({
  entries,
  ...count,
  pageCount: Math.max(1, Math.ceil(count.entryCount / limit)),
})
