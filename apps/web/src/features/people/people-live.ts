import type { Person } from '@parley/contract/people.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNotice } from '#platform/live.ts'
import { useGlow } from '#ui/table/rows/use-glow.ts'
import { isChangingPeople, refetchPeople } from './people-queries.ts'

// Somebody who changes many people at once makes many notices: they are answered by one fetch.
const gatherMs = 300

/** Keeps a list of people as it is on the server, and tells which rows somebody else has just changed. */
export function usePeopleLive(shown: readonly Person[]): ReadonlySet<string> {
  const client = useQueryClient()
  const { highlighted, glow } = useGlow()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useNotice((notice) => {
    // A change of our own fetches again by itself when it is answered. Rows tell of sessions too.
    if ((notice.kind !== 'person' && notice.kind !== 'session') || isChangingPeople()) return
    const row = shown.find(({ id }) => id === notice.id)
    if (row && row.version < notice.version) glow(row.id)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void refetchPeople(client), gatherMs)
  })
  return highlighted
}
