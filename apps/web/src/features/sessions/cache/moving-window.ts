import { constants } from '@parley/contract/rules/constants.ts'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refetcherOf } from '#platform/live/refetch.ts'
import { useNowAt } from '#platform/time/clock.ts'

const stepMs = constants.timeStepMs
/** The same quarter of an hour comes for everybody: they do not all ask in the same second. */
const spreadMs = 20_000

/**
 * Sessions start and end at quarters of an hour, so with each of these one may have come into a list whose range goes with
 * the clock, or gone out of it. Then what shows such lists is asked for again.
 */
export function useMovingWindow(
  shows: (query: { queryKey: QueryKey }) => boolean,
  random: () => number = Math.random,
): void {
  const refetcher = refetcherOf(useQueryClient())
  const quarter = Math.floor(useNowAt((now) => now - (now % stepMs) + stepMs) / stepMs)
  const asked = useRef(quarter)
  const given = useRef({ shows, random })
  useEffect(() => {
    given.current = { shows, random }
  })
  useEffect(() => {
    if (asked.current === quarter) return undefined
    const timer = setTimeout(() => {
      asked.current = quarter
      refetcher.askAgain((query) => given.current.shows(query), 'later')
    }, given.current.random() * spreadMs)
    return () => clearTimeout(timer)
  }, [refetcher, quarter])
}
