import type { Session } from '@parley/contract/sessions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNotice } from '#platform/live/notices.ts'
import { refetcherOf, urgencyFor, type LiveRule } from '#platform/live/refetch.ts'
import { useLiveRefetch } from '#platform/live/use-live-refetch.ts'
import { useGlow } from '#ui/table/rows/use-glow.ts'
import { sessionCacheOf, showsSessions } from './session-cache.ts'
import { nextTurn } from './session-turns.ts'

const dayMs = 86_400_000

/** A session with a change of our own under way is left alone: everything is fetched when that is over. */
export const sessionRule: LiveRule = (notice, query, client) => {
  if (!showsSessions(query)) return undefined
  if (notice.kind === 'sessions') return 'later'
  if (notice.kind !== 'session' || sessionCacheOf(client).isUnderWay(notice.id)) return undefined
  return urgencyFor(query, notice)
}

/** Keeps whatever shows sessions as it is on the server, and tells which rows somebody else has just changed. */
export function useSessionsLive(shown: readonly Session[]): ReadonlySet<string> {
  const cache = sessionCacheOf(useQueryClient())
  const { highlighted, glow } = useGlow()
  useLiveRefetch(sessionRule)
  useNotice((notice) => {
    if (notice.kind !== 'session') return
    const row = shown.find(({ id }) => id === notice.id)
    // What the list has already, by its own answer, is nobody else's change.
    if (row && row.version < notice.version && !cache.isUnderWay(row.id)) glow(row.id)
  })
  return highlighted
}

/** Fetches again when the clock opens or closes something: what can be done with a row is the server's to say. */
export function useTurns(shown: readonly Session[], now: number): void {
  const refetcher = refetcherOf(useQueryClient())
  const turn = nextTurn(shown, now)
  useEffect(() => {
    if (turn === undefined || turn - Date.now() > dayMs) return undefined
    // The same turn comes for many browsers: they ask later, each at a moment of its own.
    const ask = () => refetcher.askAgain(showsSessions, 'later')
    const timer = setTimeout(ask, Math.max(0, turn - Date.now()))
    return () => clearTimeout(timer)
  }, [refetcher, turn])
}
