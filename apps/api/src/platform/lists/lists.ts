import { foundMax, offsetMax, plainListMax, windowOf, type Window } from '@parley/contract/wire/lists.ts'
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

interface PageQuery {
  page?: number | undefined
  limit?: number | undefined
}

/** `isFound`: the list is a search or a name filter, which can be paged only as far as it is counted. */
export function askedWindow({ page, limit }: PageQuery, isFound = false): Window {
  if (page === undefined) return { limit: plainListMax, offset: 0 }
  const found = windowOf(page, limit, isFound ? foundMax : offsetMax)
  if (!found)
    throw problem('page_too_far', {
      faults: [{ path: 'page', message: 'Please narrow the list with a filter.' }],
    })
  return found
}

export const pageAnswer = <E>(entries: E[], count: Count, { limit = constants.pageSize }: PageQuery) => ({
  entries,
  ...count,
  pageCount: Math.max(1, Math.ceil(count.entryCount / limit)),
})

/** From this many letters on, a search also matches inside words; below that, only at their beginnings. */
const insideWordsMin = 3

/** Whether a list is the result of a search. */
export const isFound = (typed: string | undefined): boolean => searchPattern(typed) !== undefined

/**
 * The `like` pattern of a search, or undefined for none. The searched text is folded and has a space before every word:
 * `search like fold(pattern)`. The database folds the pattern, so that one function folds both sides.
 */
export function searchPattern(typed: string | undefined): string | undefined {
  const plain = (typed ?? '').trim().replaceAll(/\s+/g, ' ')
  if (!plain) return undefined
  const literal = plain.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  return plain.length < insideWordsMin ? `% ${literal}%` : `%${literal}%`
}
