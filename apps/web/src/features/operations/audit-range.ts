import { useNavigate, useSearch } from '@tanstack/react-router'
import { dayAfter, isDay, startOfDay } from '#platform/time/dates.ts'

/** Days in the viewer's zone, both of them within. Either may be open. */
export interface DayRange {
  from: string | undefined
  until: string | undefined
}

/** The days that the list is narrowed to. They live in the address, as the rest of a list's state does. */
export function useDayRange(): [DayRange, (range: DayRange) => void] {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const range = {
    from: isDay(address.from) ? address.from : undefined,
    until: isDay(address.until) ? address.until : undefined,
  }
  const change = (next: DayRange) => {
    const search = (before: Readonly<Record<string, unknown>>) => ({ ...before, ...next, page: undefined })
    // The router types the address of each page by itself; these two keys are read with care above.
    void navigate({ to: '.', search: search as never, resetScroll: false })
  }
  return [range, change]
}

/** As the wire takes it: instants, the last one excluded. */
export const instantsOf = ({ from, until }: DayRange, zone: string) => ({
  ...(from !== undefined && { from: new Date(startOfDay(zone, from)).toISOString() }),
  ...(until !== undefined && { until: new Date(startOfDay(zone, dayAfter(until))).toISOString() }),
})
