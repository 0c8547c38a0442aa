import { constants } from '@parley/contract/rules/constants.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refetcherOf } from '#platform/live/refetch.ts'
import { useNowAt } from '#platform/time/clock.ts'
import { showsSessions } from '#features/sessions/sessions.ts'

const stepMs = constants.timeStepMs
/** The same quarter of an hour comes for everybody: they do not all ask in the same second. */
const spreadMs = 20_000

/**
 * Sessions start at quarters of an hour, so with each of these one may have come into a list whose range goes with the
 * clock. Then the lists are asked for again.
 */
export function useMovingWindow(): void {
  const refetcher = refetcherOf(useQueryClient())
  const quarter = Math.floor(useNowAt((now) => now - (now % stepMs) + stepMs) / stepMs)
  const asked = useRef(quarter)
  useEffect(() => {
    if (asked.current === quarter) return undefined
    const timer = setTimeout(() => {
      asked.current = quarter
      refetcher.askAgain(showsSessions, 'later')
    }, Math.random() * spreadMs)
    return () => clearTimeout(timer)
  }, [refetcher, quarter])
}
