import type { Person } from '@parley/contract/people.ts'
import { useNotice } from '#platform/live/notices.ts'
import { urgencyFor, type LiveRule } from '#platform/live/refetch.ts'
import { useLiveRefetch } from '#platform/live/use-live-refetch.ts'
import { useGlow } from '#ui/table/rows/use-glow.ts'
import { isChangingPeople, showsPeople } from './people-queries.ts'

/** A change of our own fetches again by itself when it is answered. Rows tell of sessions too. */
const peopleRule: LiveRule = (notice, query) => {
  if (!showsPeople(query) || isChangingPeople()) return undefined
  if (notice.kind === 'person') return urgencyFor(query, notice)
  return notice.kind === 'people' || notice.kind === 'session' || notice.kind === 'sessions'
    ? 'later'
    : undefined
}

/** Keeps a list of people as it is on the server, and tells which rows somebody else has just changed. */
export function usePeopleLive(shown: readonly Person[]): ReadonlySet<string> {
  const { highlighted, glow } = useGlow()
  useLiveRefetch(peopleRule)
  useNotice((notice) => {
    if (notice.kind !== 'person' || isChangingPeople()) return
    const row = shown.find(({ id }) => id === notice.id)
    if (row && row.version < notice.version) glow(row.id)
  })
  return highlighted
}
