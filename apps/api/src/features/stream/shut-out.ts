import { isOfCall, outsidersAmong } from '#features/calls/calls.ts'
import type { Platform } from '#platform/process/context.ts'
import { enqueueControl } from './control.ts'
import { instancesOf, runningOf } from './queries.ts'

/**
 * Drops viewers who may not be in the call and takes control from them. The coach's control goes to the coach who leads the
 * call now. Safe to run twice.
 */
export async function shutOutOfStream(platform: Platform, sessionId: string): Promise<void> {
  const { streams, database } = platform
  const { db } = database
  if (!streams) return
  // Somebody who has closed the stream is no longer among its viewers but may still have control.
  for (const { holder_id } of await instancesOf(db, sessionId))
    if (holder_id !== null && !(await isOfCall(db, sessionId, holder_id)))
      await takeControlFrom(db, sessionId, holder_id)
  const running = await runningOf(db, sessionId)
  for (const { number } of running) await enqueueControl(db, sessionId, number)
  await dropOutsiders(
    platform,
    running.map(({ ref }) => ({ sessionId, ref })),
  )
}

/** All hosts are asked before a failure is reported: a host that does not answer must not keep viewers of the others in. */
export async function dropOutsiders(
  { streams, database: { db } }: Platform,
  runs: readonly { sessionId: string; ref: string }[],
): Promise<void> {
  if (!streams) return
  const done = await Promise.allSettled(
    runs.map(async ({ sessionId, ref }) => {
      const viewers = await streams.viewers(ref)
      const outsiders = await outsidersAmong(
        db,
        viewers.map((identity) => ({ sessionId, identity })),
      )
      for (const { identity } of outsiders) await streams.drop(ref, identity)
    }),
  )
  const failed = done.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

const takeControlFrom = (db: Platform['database']['db'], sessionId: string, personId: string) =>
  db
    .updateTable('stream_instances')
    .set({ holder_id: null })
    .where('session_id', '=', sessionId)
    .where('holder_id', '=', personId)
    .execute()
