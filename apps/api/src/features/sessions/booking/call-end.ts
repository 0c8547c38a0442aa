import type { Db } from '#platform/database.ts'
import { enqueue } from '#platform/jobs.ts'

/** Whoever may not be in the call any more is taken out of it once this is committed. Most sessions have no call yet. */
export async function shutOutOfCall(tx: Db, sessionId: string): Promise<void> {
  const call = await tx
    .selectFrom('calls')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (call) await enqueue(tx, 'calls.shut-out', { sessionId }, { key: `call/${sessionId}/shut-out` })
}

/** The same for every call that somebody is in, who is not of the product any more. */
export async function shutOutOfCalls(tx: Db, personId: string): Promise<void> {
  const stays = await tx
    .selectFrom('presence')
    .select('session_id')
    .distinct()
    .where('person_id', '=', personId)
    .where('left_at', 'is', null)
    .execute()
  for (const { session_id } of stays) await shutOutOfCall(tx, session_id)
}

/** A session that is open again after its call was judged is looked at once more. */
export const judgeCallAgain = (tx: Db, sessionId: string) =>
  tx.updateTable('calls').set({ judged_at: null }).where('session_id', '=', sessionId).execute()
