import { dayRange } from '@parley/contract/rules/time/clock-times.ts'
import type { Address } from '#base/address.ts'
import { isDay } from '#platform/time/dates.ts'
import { useAddress } from '#ui/page/use-address.ts'

/** Days in the viewer's zone, both inclusive. Either may be open. */
export interface DayRange {
  from: string | undefined
  until: string | undefined
}

/** The days to which the list is narrowed. They are in the address, like the rest of the list's state. */
export function useDayRange(): [DayRange, (range: DayRange) => void] {
  const [address, change] = useAddress()
  return [rangeAt(address), (next) => change({ ...next, page: undefined })]
}

/** Anything that is not a day counts as none. */
export const rangeAt = ({ from, until }: Address): DayRange => ({
  from: isDay(from) ? from : undefined,
  until: isDay(until) ? until : undefined,
})

/** The range as the API takes it: instants, the last one excluded. */
export const instantsOf = ({ from, until }: DayRange, zone: string) => ({
  ...(from !== undefined && { from: new Date(dayRange(from, zone)[0]).toISOString() }),
  ...(until !== undefined && { until: new Date(dayRange(until, zone)[1]).toISOString() }),
})
