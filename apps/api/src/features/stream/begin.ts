import { sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import { enqueue } from '#platform/jobs.ts'
import type { InstanceRow, Run } from './queries.ts'

interface Begun {
  sessionId: string
  number: number
  /** The run before, which is over or is to be. Of two who saw it one begins another. */
  after: Pick<InstanceRow, 'epoch' | 'ref'> | undefined
  now: number
  /** How often it was tried already, and when to try next. */
  tries?: number
  runAt?: Date
  /** When the run before is ended for sure. */
  stopAfterMs?: number
}

/** A host that was cut off may come back with what it ran. */
const comesBackMs = 60_000

/** Asks for a run of an instance, in the transaction of whoever needs it: the worker starts it. */
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

/** About a day of tries: a host that is silent may be back with what it ran, and nothing runs longer than that. */
const stopTriesMax = 12

export const enqueueStop = (tx: Db, ref: string, runAt: Date): Promise<void> =>
  enqueue(tx, 'stream.stop', { ref }, { runAt, attemptsMax: stopTriesMax })

/** The next look at a run that is to come up. One that is late with an older run leaves those at the newer one alone. */
export const enqueueStart = (tx: Db, run: Run, runAt: Date): Promise<void> =>
  enqueue(tx, 'stream.start', run, {
    key: `stream/${run.sessionId}/${run.number}/${run.epoch}/start`,
    runAt,
  })
