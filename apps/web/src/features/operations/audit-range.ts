import { dayRange } from '@parley/contract/rules/clock-times.ts'
import type { Address } from '#base/address.ts'
import { isDay } from '#platform/time/dates.ts'
import { useAddress } from '#ui/page/use-address.ts'

/** Days in the viewer's zone, both of them within. Either may be open. */
export interface DayRange {
  from: string | undefined
  until: string | undefined
}

/** The days that the list is narrowed to. They live in the address, as the rest of a list's state does. */
export function useDayRange(): [DayRange, (range: DayRange) => void] {
  const [address, change] = useAddress()
  return [rangeAt(address), (next) => change({ ...next, page: undefined })]
}

/** Whatever is no day counts as none. */
export const rangeAt = ({ from, until }: Address): DayRange => ({
  from: isDay(from) ? from : undefined,
  until: isDay(until) ? until : undefined,
})

/** As the wire takes it: instants, the last one excluded. */
export const instantsOf = ({ from, until }: DayRange, zone: string) => ({
  ...(from !== undefined && { from: new Date(dayRange(from, zone)[0]).toISOString() }),
  ...(until !== undefined && { until: new Date(dayRange(until, zone)[1]).toISOString() }),
})
