import type { saveAnswer as route } from '@parley/contract/assessment/assessment.ts'
import type { Rubric } from '@parley/contract/content/written.ts'
import { readAnswer, settledText, type GivenAnswer } from '@parley/contract/rules/assessment/assessment.ts'
import type { Parsed } from '@parley/contract/wire/route.ts'
import { personName } from '@parley/contract/rules/people/people.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockAssessment } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { assessedSession, mustBeOwn, mustNotBeErased, type Scored, publishAssessment } from './assessor.ts'
import { addChange, answerAt, beginAssessment, sentChange } from './queries.ts'
import { presentRubric, scoringRubric } from './rubrics.ts'

type AnswerInput = Parsed<typeof route>['body']

/** Stores one answer. The later arrival wins; of two texts both are kept. */
export async function saveAnswer(ctx: Context<Person>, scored: Scored, given: AnswerInput) {
  mustBeOwn(ctx.principal, given)
  const session = await assessedSession(ctx.db, ctx.principal, scored)
  const present = await presentRubric(ctx.platform)
  // A malformed answer must not create an assessment.
  if (!(await answerIn(ctx.db, scored, given, present))) throw problem('malformed_tags')
  const saved = await inTransaction(ctx.db, (tx) => saveIn(ctx, tx, scored, given, present))
  publishAssessment(ctx.platform, session)
  return saved
}

async function saveIn(
  { principal, now }: Context<Person>,
  tx: Db,
  scored: Scored,
  given: AnswerInput,
  present: Rubric,
) {
  await mustNotBeErased(tx, scored)
  await beginAssessment(tx, scored, present)
  await lockAssessment(tx, scored.sessionId, scored.userId)
  const answer = await answerIn(tx, scored, given, present)
  if (!answer) throw problem('malformed_tags')
  const known = await answerAt(tx, scored, answer)
  const sent = given.client_id && (await sentChange(tx, scored, principal.id, given.client_id))
  if (sent) return savedAs(sent.number, sent.at, answer, known?.data ?? null)
  const standing = 'data' in answer ? standingText(principal, known, answer.data, given.base) : null
  const number = await addChange(
    tx,
    { scored, answer, byId: principal.id, clientId: given.client_id, now },
    standing,
  )
  return savedAs(number, new Date(now), answer, standing)
}

/** The answer read by the session's rubric. */
const answerIn = async (
  db: Db,
  scored: Scored,
  given: AnswerInput,
  present: Rubric,
): Promise<GivenAnswer | undefined> => readAnswer(await scoringRubric(db, scored, present), given)

const standingText = (
  { profile }: Person,
  known: { data: string | null; number: number } | undefined,
  data: string,
  base: number | undefined,
): string =>
  settledText(known && { data: known.data ?? '', number: known.number }, {
    data,
    base,
    author: personName(profile),
  })

const savedAs = (number: number, at: Date, answer: GivenAnswer, standing: string | null) => ({
  number,
  at: at.toISOString(),
  ...('data' in answer && { data: standing ?? '' }),
})
