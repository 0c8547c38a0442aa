import { sql } from 'kysely'
import type { Rubric } from '@parley/contract/content/written.ts'
import type { AnswerPlace, GivenAnswer } from '@parley/contract/rules/assessment/assessment.ts'
import type { Db } from '#platform/database/database.ts'
import type { Scored } from './assessor.ts'

const ofScored = ({ sessionId, userId }: Scored) => ({ session_id: sessionId, person_id: userId })

export const findAssessment = (db: Db, scored: Scored) =>
  db
    .selectFrom('assessments')
    .select(['rubric_version', 'changes'])
    .where((eb) => eb.and(ofScored(scored)))
    .executeTakeFirst()

export const answersIn = (db: Db, scored: Scored) =>
  db
    .selectFrom('assessment_answers')
    .select(['conversation', 'path', 'value', 'data', 'number'])
    .where((eb) => eb.and(ofScored(scored)))
    .orderBy('conversation')
    .orderBy('path')
    .execute()

export const answerAt = (db: Db, scored: Scored, { conversation, path }: AnswerPlace) =>
  db
    .selectFrom('assessment_answers')
    .select(['data', 'number'])
    .where((eb) => eb.and({ ...ofScored(scored), conversation, path }))
    .executeTakeFirst()

/** A rubric by which some session was scored. */
export async function storedRubric(db: Db, version: number): Promise<Rubric | undefined> {
  const row = await db
    .selectFrom('rubrics')
    .select('rubric')
    .where('version', '=', version)
    .executeTakeFirst()
  // `beginAssessment` stored it, from content that was checked when it was read.
  return row?.rubric as Rubric | undefined
}

/** Creates the assessment of a client in a session with the present rubric, unless there is one. */
export async function beginAssessment(tx: Db, scored: Scored, rubric: Rubric): Promise<void> {
  await tx
    .insertInto('rubrics')
    .values({ version: rubric.version, rubric: JSON.stringify(rubric) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('assessments')
    .values({ ...ofScored(scored), rubric_version: rubric.version })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The change that its author sent under this client id, if it has arrived. */
export const sentChange = (db: Db, scored: Scored, byId: string, clientId: string) =>
  db
    .selectFrom('assessment_changes')
    .select(['number', 'at', 'conversation', 'path'])
    .where((eb) => eb.and({ ...ofScored(scored), by_id: byId, client_id: clientId }))
    .executeTakeFirst()

interface NewChange {
  scored: Scored
  answer: GivenAnswer
  byId: string
  clientId: string | undefined
  now: number
}

/** Stores a change under the next number, and the resulting answer. The caller holds the lock of the assessment. */
export async function addChange(
  tx: Db,
  { scored, answer, byId, clientId, now }: NewChange,
  /** The resulting text, which may hold more than the change; null if the answer is not a text. */
  standing: string | null,
): Promise<number> {
  const { changes: number } = await tx
    .updateTable('assessments')
    .set({ changes: sql<number>`changes + 1` })
    .where((eb) => eb.and(ofScored(scored)))
    .returning('changes')
    .executeTakeFirstOrThrow()
  const { conversation, path } = answer
  const value = 'value' in answer ? answer.value : null
  const place = { ...ofScored(scored), conversation, path }
  await tx
    .insertInto('assessment_changes')
    .values({
      ...place,
      number,
      value,
      data: 'data' in answer ? answer.data : null,
      by_id: byId,
      client_id: clientId ?? null,
      at: new Date(now),
    })
    .execute()
  await tx
    .insertInto('assessment_answers')
    .values({ ...place, number, value, data: standing })
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'person_id', 'conversation', 'path'])
        .doUpdateSet({ number, value, data: standing }),
    )
    .execute()
  return number
}

/** Newest first. */
export const changesBefore = (db: Db, scored: Scored, before: number, limit: number) =>
  db
    .selectFrom('assessment_changes as c')
    .innerJoin('people as p', 'p.id', 'c.by_id')
    .select(['c.number', 'c.at', 'c.conversation', 'c.path', 'c.value', 'c.data'])
    .select(['p.first_name', 'p.last_name', 'p.username'])
    .where('c.session_id', '=', scored.sessionId)
    .where('c.person_id', '=', scored.userId)
    .where('c.number', '<', before)
    .orderBy('c.number', 'desc')
    .limit(limit)
    .execute()
