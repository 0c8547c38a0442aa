import type { Rubric } from '@parley/contract/content/written.ts'
import type { Context, Person, Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { problem } from '#platform/http/problem.ts'
import type { Scored } from './assessor.ts'
import { findAssessment, storedRubric } from './queries.ts'

/** The rubric for a session that has no answer yet. */
export async function presentRubric({ content }: Platform): Promise<Rubric> {
  const [item] = (await content.rubric()).items
  if (!item) throw new Error('there is no rubric')
  return item.fields
}

/** The rubric for scoring a session: that of its first answer or moment, or the present one before there is any. */
export async function scoringRubric(db: Db, scored: Scored, present: Rubric): Promise<Rubric> {
  const known = await findAssessment(db, scored)
  const stored = known && (await storedRubric(db, known.rubric_version))
  return stored ?? present
}

/** A rubric by which some session was scored, or the present one. */
export async function rubricOf(
  { db, platform }: Pick<Context<Person>, 'db' | 'platform'>,
  version: number,
): Promise<Rubric> {
  const stored = await storedRubric(db, version)
  if (stored) return stored
  const present = await presentRubric(platform)
  if (present.version !== version) throw problem('rubric_not_found')
  return present
}
