import type { AnswerPlace } from '@parley/contract/rules/assessment/assessment.ts'
import type { Db } from '#platform/database/database.ts'
import type { Scored } from './assessor.ts'

const moments = (db: Db) =>
  db
    .selectFrom('assessment_moments as m')
    .innerJoin('people as p', 'p.id', 'm.by_id')
    .select(['m.id', 'm.conversation', 'm.path', 'm.at', 'm.note', 'm.by_id', 'm.version'])
    .select(['p.first_name', 'p.last_name', 'p.username'])
    .where('m.deleted_at', 'is', null)
    // A check of the table guarantees these columns for moments that were not removed.
    .$narrowType<{ conversation: number; path: string; at: Date }>()

/** In order of time. */
export const momentsIn = (db: Db, { sessionId, userId }: Scored) =>
  moments(db)
    .where('m.session_id', '=', sessionId)
    .where('m.person_id', '=', userId)
    .orderBy('m.at')
    .orderBy('m.id')
    .execute()

export const momentNow = (db: Db, momentId: string) =>
  moments(db).where('m.id', '=', momentId).executeTakeFirstOrThrow()

export type MomentRow = Awaited<ReturnType<typeof momentNow>>

/** The moment with this id, in any session, removed or not. */
export const knownMoment = (db: Db, momentId: string) =>
  db
    .selectFrom('assessment_moments')
    .select(['session_id', 'person_id', 'by_id', 'version', 'deleted_at'])
    .where('id', '=', momentId)
    .executeTakeFirst()

/** Counts removed moments, too. */
export async function countMoments(db: Db, { sessionId, userId }: Scored): Promise<number> {
  const { count } = await db
    .selectFrom('assessment_moments')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('session_id', '=', sessionId)
    .where('person_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many moments there are, and in how many conversations how many criteria were answered. */
export async function countsOf(db: Db, { sessionId, userId }: Scored) {
  const moments = await db
    .selectFrom('assessment_moments')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('session_id', '=', sessionId)
    .where('person_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const answers = await db
    .selectFrom('assessment_counts')
    .select((eb) => [
      eb.fn.sum<string | null>('answered').as('answered'),
      eb.fn.count<string>('conversation').distinct().as('conversations'),
    ])
    .where('session_id', '=', sessionId)
    .where('person_id', '=', userId)
    .where('answered', '>', 0)
    .executeTakeFirstOrThrow()
  return {
    moments: Number(moments.count),
    answered: Number(answers.answered ?? 0),
    conversations: Number(answers.conversations),
  }
}

interface NewMoment {
  scored: Scored
  momentId: string
  byId: string
}

type Content = AnswerPlace & { at: Date; note: string; version: number }

/** Returns whether the id was free: another session may have taken it at the same time. */
export async function addMoment(
  tx: Db,
  { scored, momentId, byId }: NewMoment,
  /** Only `deleted_at` if the moment was removed before it arrived. */
  content: Content | { deleted_at: Date },
): Promise<boolean> {
  const added = await tx
    .insertInto('assessment_moments')
    .values({
      id: momentId,
      session_id: scored.sessionId,
      person_id: scored.userId,
      by_id: byId,
      ...content,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export const changeMoment = (tx: Db, momentId: string, content: Content | { deleted_at: Date; note: '' }) =>
  tx.updateTable('assessment_moments').set(content).where('id', '=', momentId).execute()
