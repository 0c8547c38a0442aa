import type { Rubric } from '@parley/contract/content.ts'
import type { Platform } from '#platform/context.ts'

/** By which a session is scored that has no answer yet. */
export function presentRubric({ texts }: Platform): Rubric {
  const [item] = texts.content.rubric.items
  if (!item) throw new Error('there is no rubric')
  return item.fields
}
