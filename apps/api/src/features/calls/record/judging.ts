import { sql } from 'kysely'
import { constants } from '@parley/contract/rules/constants.ts'
import type { Platform } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { inRows, sideBySide } from '#platform/jobs.ts'
import { lockSessions } from '#platform/locks.ts'
import { inTransaction } from '#platform/transactions.ts'
import { completeBySystem, tellOfSession } from '#features/sessions/sessions.ts'

const batch = 200

/**
 * Completes what took place and nobody has settled: past, and coach and other side were there together for long enough.
 * Whatever else is past waits for a person; nothing is guessed (docs/rules.md §4). Each call is judged once, in a
 * transaction of its own, under the lock of its session: cut off anywhere, or run twice at once, it does no harm. A call
 * that cannot be judged is told at the end, and keeps no other from being judged.
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
  if (completed) await tellOfSession({ live }, completed)
}

/**
 * Calls whose window is closed and that the sweep has looked at since. A stay that it missed once may be over or not: it
 * is waited for. Their index holds what is still to be judged and nothing else.
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
 * What is told late is judged anew. The row is written even where nothing changes: of this and a judging at the same time
 * the second waits for the first.
 */
export const judgeAgain = (tx: Db, { room }: { room: string }) =>
  tx.updateTable('calls').set({ judged_at: null }).where('room', '=', room).execute()
