import type { Moment, saveMoment as route } from '@parley/contract/assessment/moments.ts'
import type { Parsed } from '@parley/contract/wire/route.ts'
import { readCriterion } from '@parley/contract/rules/assessment/assessment.ts'
import { isMomentOf, momentsMax } from '@parley/contract/rules/assessment/moments.ts'
import type { Rubric } from '@parley/contract/content/written.ts'
import { personName } from '@parley/contract/rules/people/people.ts'
import { factsOf } from '#features/sessions/sessions.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockAssessment } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import {
  assessedSession,
  mustBeOwn,
  mustNotBeErased,
  type Scored,
  readAssessed,
  publishAssessment,
} from './assessor.ts'
import {
  addMoment,
  changeMoment,
  countMoments,
  knownMoment,
  momentNow,
  momentsIn,
  type MomentRow,
} from './moment-queries.ts'
import { beginAssessment } from './queries.ts'
import { presentRubric, scoringRubric } from './rubrics.ts'

type MomentInput = Parsed<typeof route>['body']

export async function momentsOf(ctx: Context<Person>, scored: Scored): Promise<Moment[]> {
  await readAssessed(ctx, scored)
  const found = await momentsIn(ctx.db, scored)
  return found.map((row) => presentMoment(row, ctx.principal))
}

/** Stores a new or changed moment under the id that its author's device chose. The later version wins. */
export async function saveMoment(
  ctx: Context<Person>,
  { momentId, ...asked }: Scored & { momentId: string },
  given: MomentInput,
): Promise<Moment> {
  mustBeOwn(ctx.principal, given)
  const session = await assessedSession(ctx.db, ctx.principal, asked)
  if (!isMomentOf(factsOf(session, ctx.now), Date.parse(given.at))) throw problem('moment_outside')
  const scored = { sessionId: session.id, userId: session.user_id }
  const present = await presentRubric(ctx.platform)
  // Malformed tags must not create an assessment.
  if (!readCriterion(await scoringRubric(ctx.db, scored, present), given.tags))
    throw problem('malformed_tags')
  const saved = await inTransaction(ctx.db, async (tx) => {
    await saveIn(tx, { scored, momentId, byId: ctx.principal.id }, given, present)
    return momentNow(tx, momentId)
  })
  publishAssessment(ctx.platform, session)
  return presentMoment(saved, ctx.principal)
}

/** One moment of a session, and who writes it. */
interface Written {
  scored: Scored
  momentId: string
  byId: string
}

async function saveIn(tx: Db, written: Written, given: MomentInput, present: Rubric): Promise<void> {
  const { scored, momentId } = written
  const known = await openMoment(tx, written, present)
  if (known?.deleted_at) throw problem('moment_removed')
  const place = readCriterion(await scoringRubric(tx, scored, present), given.tags)
  if (!place) throw problem('malformed_tags')
  const version = given.version ?? known?.version ?? 1
  const content = { ...place, at: new Date(given.at), note: given.note, version }
  if (known) {
    // A delayed older version must not overwrite what its author wrote after it.
    if (version >= known.version) await changeMoment(tx, momentId, content)
    return
  }
  if ((await countMoments(tx, scored)) >= momentsMax) throw problem('too_many_moments')
  if (!(await addMoment(tx, written, content))) throw problem('moment_not_found')
}

/** Removes a moment for good. If it has not arrived yet, a mark is stored, so that it cannot arrive later. */
export async function removeMoment(
  ctx: Context<Person>,
  { momentId, ...asked }: Scored & { momentId: string },
): Promise<Record<string, never>> {
  const session = await assessedSession(ctx.db, ctx.principal, asked)
  const scored = { sessionId: session.id, userId: session.user_id }
  const written = { scored, momentId, byId: ctx.principal.id }
  const present = await presentRubric(ctx.platform)
  await inTransaction(ctx.db, (tx) => removeIn(tx, written, new Date(ctx.now), present))
  publishAssessment(ctx.platform, session)
  return {}
}

async function removeIn(tx: Db, written: Written, deleted_at: Date, present: Rubric): Promise<void> {
  const known = await openMoment(tx, written, present)
  if (known?.deleted_at) return
  if (known) await changeMoment(tx, written.momentId, { deleted_at, note: '' })
  // If there is no room for a mark, there is none for the moment either.
  else if ((await countMoments(tx, written.scored)) < momentsMax) {
    const isAdded = await addMoment(tx, written, { deleted_at })
    if (!isAdded) throw problem('moment_not_found')
  }
}

/** The stored moment, under the lock of its assessment, if the caller may write it. */
async function openMoment(tx: Db, { scored, momentId, byId }: Written, present: Rubric) {
  await mustNotBeErased(tx, scored)
  await beginAssessment(tx, scored, present)
  await lockAssessment(tx, scored.sessionId, scored.userId)
  const known = await knownMoment(tx, momentId)
  if (!known) return undefined
  if (known.session_id !== scored.sessionId || known.person_id !== scored.userId)
    throw problem('moment_not_found')
  if (known.by_id !== byId) throw problem('not_author')
  return known
}

const presentMoment = (
  { first_name, last_name, username, at, ...rest }: MomentRow,
  { id }: Pick<Person, 'id'>,
): Moment => ({
  ...rest,
  at: at.toISOString(),
  by: personName({ first_name, last_name, username }),
  isOwn: rest.by_id === id,
})
