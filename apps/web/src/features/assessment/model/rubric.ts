import type { Rubric } from '@parley/contract/content/written.ts'

export type Category = Rubric['allCategories'][number]

/** The names of a path's category and criterion. A tag that the rubric does not have is its own name. */
export function namesOf({ allCategories }: Rubric, path: string): { category: string; criterion: string } {
  const [categoryTag, subtopicTag, criterionTag] = path.split('/')
  const category = allCategories.find(({ tag }) => tag === categoryTag)
  const subtopic = category?.subtopics.find(({ tag }) => tag === subtopicTag)
  const criterion = subtopic?.allCriteria.find(({ tag }) => tag === criterionTag)
  return {
    category: category?.categoryName ?? categoryTag ?? '',
    criterion: criterion?.criteriaName ?? criterionTag ?? path,
  }
}

export const criterionName = (rubric: Rubric, path: string): string => namesOf(rubric, path).criterion

/** The path of the first criterion, like 'clarity/opening/purpose-early'. */
export const firstPath = ([category]: readonly Category[]): string => {
  const subtopic = category?.subtopics[0]
  return [category?.tag, subtopic?.tag, subtopic?.allCriteria[0]?.tag].join('/')
}
