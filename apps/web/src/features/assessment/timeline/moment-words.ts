import type { Moment } from '@parley/contract/moments.ts'
import type { Rubric } from '@parley/contract/written.ts'
import { clockText } from '#platform/time/time-zone.ts'

/** What a moment is about, in the words of the rubric. */
export interface MomentWords {
  criterion: string
  category: string
}

export function wordsOf({ allCategories }: Rubric, { path }: Pick<Moment, 'path'>): MomentWords {
  const [categoryTag, subtopicTag, criterionTag] = path.split('/')
  const category = allCategories.find(({ tag }) => tag === categoryTag)
  const subtopic = category?.subtopics.find(({ tag }) => tag === subtopicTag)
  const criterion = subtopic?.allCriteria.find(({ tag }) => tag === criterionTag)
  // The session's own rubric has them all; another one's tags are better than nothing.
  return { criterion: criterion?.criteriaName ?? path, category: category?.categoryName ?? '' }
}

/** '11:39 AM, Leaves silence unfilled', or of several '2 moments, 11:39 AM to 11:40 AM'. */
export function flagText(zone: string, rubric: Rubric, moments: readonly [Moment, ...Moment[]]): string {
  const [first] = moments
  const clock = ({ at }: Moment) => clockText(zone, Date.parse(at))
  if (moments.length === 1) return `${clock(first)}, ${wordsOf(rubric, first).criterion}`
  return `${moments.length} moments, ${clock(first)} to ${clock(moments.at(-1) ?? first)}`
}
