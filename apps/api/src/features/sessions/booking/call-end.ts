import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { ownedBy } from '#features/sessions/queries.ts'

/**
 * After commit, jobs remove people who may no longer be in the call: one job for the call and one for its streamed
 * application, so that neither waits for the other engine. Most sessions have no call yet.
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
 * Does the same for every open call of a session that the person belongs to, because LiveKit may not have reported yet that
 * they are in it. It starts from the open calls, which are few however many sessions a person has had.
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

/** Has the call of a reopened session judged again. */
export const judgeCallAgain = (tx: Db, sessionId: string) =>
  tx.updateTable('calls').set({ judged_at: null }).where('session_id', '=', sessionId).execute()
