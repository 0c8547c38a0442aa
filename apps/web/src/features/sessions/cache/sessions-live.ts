import type { Session } from '@parley/contract/sessions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNotice } from '#platform/live.ts'
import { useGlow } from '#ui/table/rows/use-glow.ts'
import { sessionCacheOf } from './session-cache.ts'
import { nextTurn } from './session-turns.ts'

const dayMs = 86_400_000
// A timer may come a little early, and then nothing would have changed yet.
const timerSlackMs = 50

/** Keeps whatever shows sessions as it is on the server, and tells which rows somebody else has just changed. */
export function useSessionsLive(shown: readonly Session[]): ReadonlySet<string> {
  const cache = sessionCacheOf(useQueryClient())
  const { highlighted, glow } = useGlow()
  useNotice((notice) => {
    if (notice.kind !== 'session') return
    const row = shown.find(({ id }) => id === notice.id)
    // What the list has already, by its own answer, is nobody else's change.
    if (row && row.version >= notice.version) return
    if (row && !cache.flights().has(row.id)) glow(row.id)
    cache.hear(notice.id)
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
