import { isOfCall, outsidersAmong } from '#features/calls/calls.ts'
import type { Platform } from '#platform/context.ts'
import { enqueueControl } from './control.ts'
import { instancesOf, runningOf } from './queries.ts'

/**
 * Whoever may not be in the call does not look on either, and has no control; what is the coach's is that of whoever leads it
 * now. Run twice it does no harm.
 */
export async function shutOutOfStream(platform: Platform, sessionId: string): Promise<void> {
  const { streams, database } = platform
  const { db } = database
  if (!streams) return
  // Whoever has closed it already is none of its viewers any more, and may still have control.
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

/** One host that does not answer keeps no viewer of another: all are asked, and then the failure is told. */
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
