import { sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import { enqueue } from '#platform/jobs.ts'
import { ownedBy } from '#features/sessions/queries.ts'

/**
 * Whoever may not be in the call any more is taken out of it once this is committed, and out of its application by a job of
 * its own: neither waits for the other's engine. Most sessions have no call yet.
 */
export async function shutOutOfCall(tx: Db, sessionId: string): Promise<void> {
  const found = await tx
    .selectFrom('sessions as s')
    .select([
      sql<boolean>`exists (select from calls c where c.session_id = s.id)`.as('has_call'),
      sql<boolean>`exists (select from stream_instances i where i.session_id = s.id)`.as('has_stream'),
    ])
    .where('s.id', '=', sessionId)
    .executeTakeFirst()
  if (found?.has_call)
    await enqueue(tx, 'calls.shut-out', { sessionId }, { key: `call/${sessionId}/shut-out` })
  if (found?.has_stream)
    await enqueue(tx, 'stream.shut-out', { sessionId }, { key: `stream/${sessionId}/shut-out` })
}

/**
 * The same for every call that somebody could be in: whether they are was perhaps not told yet. By the calls that are open,
 * which are few however many sessions a person has had.
 */
export async function shutOutOfCalls(tx: Db, personId: string): Promise<void> {
  const open = await tx
    .selectFrom('calls as c')
    .innerJoin('sessions as s', 's.id', 'c.session_id')
    .select('c.session_id')
    .where('c.closed_at', 'is', null)
    .where(ownedBy(personId))
    .execute()
  for (const { session_id } of open) await shutOutOfCall(tx, session_id)
}

/** A session that is open again after its call was judged is looked at once more. */
export const judgeCallAgain = (tx: Db, sessionId: string) =>
  tx.updateTable('calls').set({ judged_at: null }).where('session_id', '=', sessionId).execute()
