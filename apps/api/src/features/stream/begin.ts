import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { InstanceRow, Run } from './queries.ts'

interface Begun {
  sessionId: string
  number: number
  /**
   * The previous run, which is over or about to be ended. If two callers saw the same one, only one of them begins another.
   */
  after: Pick<InstanceRow, 'epoch' | 'ref'> | undefined
  now: number
  /** How often it was tried already, and when to try next. */
  tries?: number
  runAt?: Date
  /** How long after `now` the previous run is stopped. */
  stopAfterMs?: number
}

/** A host that was cut off may come back with what it ran, so the previous run is stopped after this time. */
const comesBackMs = 60_000

/** Requests a run of an instance in the caller's transaction. The worker starts it. */
export async function beginRun(
  tx: Db,
  { sessionId, number, after, now, tries = 0, runAt = new Date(now), stopAfterMs = comesBackMs }: Begun,
): Promise<void> {
  const begun = await tx
    .insertInto('stream_instances')
    .values({ session_id: sessionId, number, status: 'starting', begun_at: new Date(now) })
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'number'])
        .doUpdateSet({
          epoch: sql<number>`stream_instances.epoch + 1`,
          status: 'starting',
          tries,
          ref: null,
          begun_at: new Date(now),
        })
        .where('stream_instances.epoch', '=', after?.epoch ?? 0),
    )
    .returning('epoch')
    .executeTakeFirst()
  if (!begun) return
  await enqueueStart(tx, { sessionId, number, epoch: begun.epoch }, runAt)
  if (after?.ref) await enqueueStop(tx, after.ref, new Date(now + stopAfterMs))
}

/** About a day of tries: a silent host may come back with what it ran, and nothing runs longer than that. */
const stopTriesMax = 12

export const enqueueStop = (tx: Db, ref: string, runAt: Date): Promise<void> =>
  enqueue(tx, 'stream.stop', { ref }, { runAt, attemptsMax: stopTriesMax })

/**
 * Schedules the next look at a run that is coming up. The key names the run, so a late job of an older run does not replace
 * one of the newer run.
 */
export const enqueueStart = (tx: Db, run: Run, runAt: Date): Promise<void> =>
  enqueue(tx, 'stream.start', run, {
    key: `stream/${run.sessionId}/${run.number}/${run.epoch}/start`,
    runAt,
  })
