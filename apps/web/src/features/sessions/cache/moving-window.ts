import { constants } from '@parley/contract/rules/constants.ts'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refetcherOf } from '#platform/live/refetch.ts'
import { useNowAt } from '#platform/time/clock.ts'

const stepMs = constants.timeStepMs
/** All browsers reach a quarter hour at once: spread their requests over this time. */
const spreadMs = 20_000

/**
 * Sessions start and end on quarter hours, so at each of them a session may enter or leave a list whose range moves with
 * the clock. The queries that show such lists are then refetched.
 */
export function useMovingWindow(
  shows: (query: { queryKey: QueryKey }) => boolean,
  random: () => number = Math.random,
): void {
  const refetcher = refetcherOf(useQueryClient())
  const quarter = Math.floor(useNowAt((now) => now - (now % stepMs) + stepMs) / stepMs)
  const asked = useRef(quarter)
  const latest = useRef({ shows, random })
  useEffect(() => {
    latest.current = { shows, random }
  })
  useEffect(() => {
    if (asked.current === quarter) return undefined
    const timer = setTimeout(() => {
      asked.current = quarter
      refetcher.askAgain((query) => latest.current.shows(query), 'later')
    }, latest.current.random() * spreadMs)
    return () => clearTimeout(timer)
  }, [refetcher, quarter])
}
