import type { Moment } from '@parley/contract/moments.ts'
import type { Rubric } from '@parley/contract/written.ts'
import { namesOf } from '#features/assessment/model/rubric-names.ts'
import { clockText } from '#platform/time/time-zone.ts'

/** '11:39 AM, Leaves silence unfilled', or for several moments '2 moments, 11:39 AM to 11:40 AM'. */
export function flagText(zone: string, rubric: Rubric, moments: readonly [Moment, ...Moment[]]): string {
  const [first] = moments
  const clock = ({ at }: Moment) => clockText(zone, Date.parse(at))
  if (moments.length === 1) return `${clock(first)}, ${namesOf(rubric, first.path).criterion}`
  return `${moments.length} moments, ${clock(first)} to ${clock(moments.at(-1) ?? first)}`
}
