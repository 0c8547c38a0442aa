import { sql } from 'kysely'
import { constants } from '@parley/contract/rules/constants.ts'
import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { inRows, sideBySide } from '#platform/jobs/jobs.ts'
import { lockSessions } from '#platform/database/locks.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { completeBySystem, publishSession } from '#features/sessions/sessions.ts'

const batch = 200

/**
 * Completes past calls that nobody has settled, if the coach and the other side were there together for long enough. Any
 * other past call waits for a person; nothing is guessed (docs/rules.md §4). Each call is judged once, in its own
 * transaction and under the lock of its session, so it does no harm to be killed anywhere or to run twice at once. A call
 * that cannot be judged is reported at the end and does not keep others from being judged.
 */
export async function judgeCalls(platform: Platform): Promise<void> {
  const failures: unknown[] = []
  let after: string | undefined
  for (;;) {
    const over = await judgeable(platform.database.db, after).limit(batch).execute()
    after = over.at(-1)?.session_id
    if (after === undefined) break
    await inRows(over, sideBySide, ({ session_id: sessionId }) =>
      judgeCall(platform, sessionId).catch((error: unknown) => void failures.push(error)),
    )
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `calls that could not be judged: ${failures.map(String).join(', ')}`)
}

async function judgeCall({ database: { db }, clock, live }: Platform, sessionId: string): Promise<void> {
  const completed = await inTransaction(db, async (tx) => {
    await lockSessions(tx, [sessionId])
    const [call] = await judgeable(tx).where('c.session_id', '=', sessionId).execute()
    if (!call) return undefined
    await tx
      .updateTable('calls')
      .set({ judged_at: new Date(clock()) })
      .where('session_id', '=', sessionId)
      .execute()
    return completeBySystem(tx, sessionId, clock())
  })
  if (completed) await publishSession({ live }, completed)
}

/**
 * Calls whose join window is closed and which the sweep has looked at since. If the sweep missed somebody once, their stay
 * may be over or not, so the call waits. The index holds only calls that are still to be judged.
 */
const judgeable = (db: Db, after?: string) =>
  db
    .selectFrom('calls as c')
    .innerJoin('sessions as s', 's.id', 'c.session_id')
    .select('c.session_id')
    .where('c.judged_at', 'is', null)
    .where((eb) => (after === undefined ? eb.lit(true) : eb('c.session_id', '>', after)))
    .where(sql<boolean>`c.swept_at > s.end_time + ${constants.joinWindowAfterMs}::int * interval '1 ms'`)
    .where(
      sql<boolean>`not exists (select from presence r where r.session_id = c.session_id
        and r.joined_at is not null and r.left_at is null and r.misses > 0)`,
    )
    .orderBy('c.session_id')

/**
 * A late webhook makes the call be judged again. The row is written even if nothing changes, so that of this and a
 * concurrent judging the second waits for the first.
 */
export const judgeAgain = (tx: Db, { room }: { room: string }) =>
  tx.updateTable('calls').set({ judged_at: null }).where('room', '=', room).execute()
