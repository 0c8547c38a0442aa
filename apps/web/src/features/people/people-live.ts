import type { Person } from '@parley/contract/people.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNotice } from '#platform/live/notices.ts'
import { urgencyFor, type LiveRule, useLiveRefetch } from '#platform/live/refetch.ts'
import { useGlow } from '#ui/table/rows/use-glow.ts'
import { peopleCacheOf, showsPeople } from './people-queries.ts'

/**
 * A person with a change of our own under way is skipped: the cache refetches when it ends. Rows also show sessions, so
 * session notices refetch the lists too.
 */
const peopleRule: LiveRule = (notice, query, client) => {
  if (!showsPeople(query)) return undefined
  if (notice.kind === 'person') {
    return peopleCacheOf(client).isUnderWay(notice.id) ? undefined : urgencyFor(query, notice)
  }
  return notice.kind === 'people' || notice.kind === 'session' || notice.kind === 'sessions'
    ? 'later'
    : undefined
}

/** Keeps a list of people in sync with the server, and returns the rows that somebody else has just changed. */
export function usePeopleLive(shown: readonly Person[]): ReadonlySet<string> {
  const cache = peopleCacheOf(useQueryClient())
  const { highlighted, glow } = useGlow()
  useLiveRefetch(peopleRule)
  useNotice((notice) => {
    if (notice.kind !== 'person' || cache.isUnderWay(notice.id)) return
    const row = shown.find(({ id }) => id === notice.id)
    if (row && row.version < notice.version) glow(row.id)
  })
  return highlighted
}
