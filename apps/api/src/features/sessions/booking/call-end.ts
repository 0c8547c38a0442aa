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

/** A session that is open again after its call was judged is looked at once more. */
export const judgeCallAgain = (tx: Db, sessionId: string) =>
  tx.updateTable('calls').set({ judged_at: null }).where('session_id', '=', sessionId).execute()
