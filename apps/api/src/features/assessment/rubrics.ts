import type { Rubric } from '@parley/contract/written.ts'
import type { Platform } from '#platform/context.ts'

/** By which a session is scored that has no answer yet. */
export async function presentRubric({ content }: Platform): Promise<Rubric> {
  const [item] = (await content.rubric()).items
  if (!item) throw new Error('there is no rubric')
  return item.fields
}
