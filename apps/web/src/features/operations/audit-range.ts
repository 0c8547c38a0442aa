import { dayAfter, isDay, startOfDay } from '#platform/time/dates.ts'
import { useAddress } from '#ui/page/use-address.ts'

/** Days in the viewer's zone, both of them within. Either may be open. */
export interface DayRange {
  from: string | undefined
  until: string | undefined
}

/** The days that the list is narrowed to. They live in the address, as the rest of a list's state does. */
export function useDayRange(): [DayRange, (range: DayRange) => void] {
  const [address, change] = useAddress()
  const range = {
    from: isDay(address.from) ? address.from : undefined,
    until: isDay(address.until) ? address.until : undefined,
  }
  return [range, (next) => change({ ...next, page: undefined })]
}

/** As the wire takes it: instants, the last one excluded. */
export const instantsOf = ({ from, until }: DayRange, zone: string) => ({
  ...(from !== undefined && { from: new Date(startOfDay(zone, from)).toISOString() }),
  ...(until !== undefined && { until: new Date(startOfDay(zone, dayAfter(until))).toISOString() }),
})
