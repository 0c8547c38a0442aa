import { isOfCall, readIdentity, sessionOfRoom } from '#features/calls/calls.ts'
import type { Platform } from '#platform/context.ts'
import { enqueueControl } from './control.ts'
import { instancesOf, runningOf } from './queries.ts'

/**
 * Whoever may not be in the call does not look on either, and has no control; what is the coach's is that of whoever leads it
 * now. Run twice it does no harm.
 */
export async function shutOutOfStream(
  { streams, database: { db } }: Platform,
  sessionId: string,
): Promise<void> {
  const call = await db
    .selectFrom('calls')
    .select('room')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (!streams || !call) return
  // Whoever has closed it already is none of its viewers any more, and may still have control.
  for (const { holder_id } of await instancesOf(db, sessionId))
    if (holder_id !== null && !(await isOfCall(db, { sessionId, room: call.room }, holder_id)))
      await takeControlFrom(db, sessionId, holder_id)
  for (const { number, ref } of await runningOf(db, sessionId)) {
    await enqueueControl(db, sessionId, number)
    for (const viewer of await streams.viewers(ref)) {
      const who = readIdentity(viewer)
      if (!who || !(await sessionOfRoom(db, call.room, who))) await streams.drop(ref, viewer)
    }
  }
}

const takeControlFrom = (db: Platform['database']['db'], sessionId: string, personId: string) =>
  db
    .updateTable('stream_instances')
    .set({ holder_id: null })
    .where('session_id', '=', sessionId)
    .where('holder_id', '=', personId)
    .execute()
