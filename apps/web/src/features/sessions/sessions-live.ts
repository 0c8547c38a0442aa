import type { Session } from '@parley/contract/sessions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNotice } from '../../platform/live.ts'
import { useGlow } from '../../ui/table/use-glow.ts'
import { sessionCacheOf } from './session-cache.ts'
import { nextTurn } from './session-turns.ts'

// Many changes at once make many notices: they are answered by one fetch.
const gatherMs = 300
const dayMs = 86_400_000
// A timer may come a little early, and then nothing would have changed yet.
const timerSlackMs = 50

/** Keeps whatever shows sessions as it is on the server, and tells which rows somebody else has just changed. */
export function useSessionsLive(shown: readonly Session[]): ReadonlySet<string> {
  const cache = sessionCacheOf(useQueryClient())
  const { highlighted, glow } = useGlow()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useNotice((notice) => {
    // A row with a change of our own under way is left alone; it is fetched when that is over.
    if (notice.kind !== 'session' || cache.flights().has(notice.id)) return
    const row = shown.find(({ id }) => id === notice.id)
    if (row && row.version >= notice.version) return
    if (row) glow(row.id)
    // The first of them counts: a steady stream of notices must not put the fetch off for ever.
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void cache.refetch()
    }, gatherMs)
  })
  return highlighted
}

/** Fetches again when the clock opens or closes something: what can be done with a row is the server's to say. */
export function useTurns(shown: readonly Session[], now: number): void {
  const cache = sessionCacheOf(useQueryClient())
  const turn = nextTurn(shown, now)
  useEffect(() => {
    if (turn === undefined || turn - Date.now() > dayMs) return undefined
    const timer = setTimeout(() => void cache.refetch(), Math.max(0, turn - Date.now()) + timerSlackMs)
    return () => clearTimeout(timer)
  }, [cache, turn])
}
