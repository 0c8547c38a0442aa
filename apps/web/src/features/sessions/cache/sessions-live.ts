import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNotice } from '#platform/live/notices.ts'
import { refetcherOf, urgencyFor, type LiveRule, useLiveRefetch } from '#platform/live/refetch.ts'
import { useNowAt } from '#platform/time/clock.ts'
import { useGlow } from '#ui/table/rows/use-glow.ts'
import { nextTick, nextTurn } from '#features/sessions/words/countdown.ts'
import { sessionCacheOf, showsSessions } from './session-cache.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** A session with a change of our own under way is skipped: the cache refetches when the change ends. */
export const sessionRule: LiveRule = (notice, query, client) => {
  if (!showsSessions(query)) return undefined
  if (notice.kind === 'sessions') return 'later'
  if (notice.kind !== 'session' || sessionCacheOf(client).isUnderWay(notice.id)) return undefined
  return urgencyFor(query, notice)
}

/**
 * Keeps all queries that show sessions in sync with the server, and returns the rows that somebody else has just changed.
 */
export function useSessionsLive(shown: readonly Session[]): ReadonlySet<string> {
  const cache = sessionCacheOf(useQueryClient())
  const { highlighted, glow } = useGlow()
  useLiveRefetch(sessionRule)
  useNotice((notice) => {
    if (notice.kind !== 'session') return
    const row = shown.find(({ id }) => id === notice.id)
    // A version that the list already got in its own answer is not somebody else's change.
    if (row && row.version < notice.version && !cache.isUnderWay(row.id)) glow(row.id)
  })
  return highlighted
}

/** The current time, updated each minute, when a countdown changes, and when a session opens, starts or closes. */
export const useSessionClock = (sessions: readonly Session[]): number =>
  useNowAt((now) =>
    Math.min(
      nextTick(sessions, now) ?? Infinity,
      nextTurn(sessions, now) ?? Infinity,
      now - (now % minuteMs) + minuteMs,
    ),
  )

/** Refetches when the clock opens or closes something, because the server decides what can be done with a row. */
export function useTurns(shown: readonly Session[], now: number): void {
  const refetcher = refetcherOf(useQueryClient())
  const turn = nextTurn(shown, now)
  useEffect(() => {
    if (turn === undefined || turn - Date.now() > dayMs) return undefined
    // Many browsers reach this time at once: with 'later', each asks at a time of its own.
    const ask = () => refetcher.askAgain(showsSessions, 'later')
    const timer = setTimeout(ask, Math.max(0, turn - Date.now()))
    return () => clearTimeout(timer)
  }, [refetcher, turn])
}
