import { constants } from '@parley/contract/rules/constants.ts'
import { stayAfterEndMs } from '@parley/contract/rules/calls/calls.ts'
import { streamTopic } from '@parley/contract/stream/stream.ts'
import { tellRoom } from '#features/calls/calls.ts'
import type { Platform } from '#platform/process/context.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import type { StreamProvider } from '#platform/streams/provider.ts'
import { beginRun, enqueueStart, enqueueStop } from './begin.ts'
import { enqueueControl } from './control.ts'
import {
  instanceOf,
  startingRun,
  streamSession,
  type InstanceRow,
  type Run,
  type StreamSession,
} from './queries.ts'

const lookMs = 1000

/**
 * Brings a run up: asks for a place, ten times with five seconds between, and then checks until the application is there.
 * Each check is a job of its own that goes by the current state, so if one is killed at any line, the next one continues.
 */
export async function startRun(platform: Platform, run: Run): Promise<void> {
  const { streams, database, clock } = platform
  const row = await instanceOf(database.db, run.sessionId, run.number)
  const session = await streamSession(database.db, run.sessionId)
  if (!streams || !session || row?.epoch !== run.epoch || row.status !== 'starting') return
  if (row.ref === null) return tryStart(platform, streams, run, row, session)
  const found = await streams.status(row.ref)
  if (found === 'ready') return markReady(platform, run)
  if (found === 'ended' || clock() - row.begun_at.getTime() > streams.comesUpWithinMs)
    return tryAnother(platform, run, row)
  await enqueueStart(database.db, run, new Date(clock() + lookMs))
}

async function tryStart(
  platform: Platform,
  streams: StreamProvider,
  run: Run,
  row: InstanceRow,
  session: StreamSession,
): Promise<void> {
  const { database, clock, log } = platform
  const { db } = database
  if (row.tries >= constants.containerRetries) return giveUp(platform, run)
  await startingRun(db, run)
    .set({ tries: row.tries + 1 })
    .execute()
  try {
    const holderId = row.holder_id ?? session.coachId
    const until = Date.parse(session.end_time) + stayAfterEndMs
    const ref = await streams.start({ ...run, until, holderId })
    const kept = await startingRun(db, run).set({ ref }).executeTakeFirst()
    // The run was ended while it started. Amazon refuses to stop what is not up yet, so the job retries until it does.
    if (kept.numUpdatedRows === 0n) return await enqueueStop(db, ref, new Date(clock()))
    // Control may have been handed on while there was no instance to tell.
    await enqueueControl(db, run.sessionId, run.number)
    await enqueueStart(db, run, new Date(clock() + lookMs))
  } catch (error) {
    log.warn({ err: error, ...run, tries: row.tries + 1 }, 'an instance did not start')
    await enqueueStart(db, run, new Date(clock() + constants.containerRetryMs))
  }
}

/** The run failed before anybody saw it. Begins another one, which counts as the next try. */
async function tryAnother({ database, clock }: Platform, { sessionId, number }: Run, row: InstanceRow) {
  const now = clock()
  const runAt = new Date(now + constants.containerRetryMs)
  await inTransaction(database.db, (tx) =>
    beginRun(tx, { sessionId, number, after: row, now, tries: row.tries, runAt }),
  )
}

export async function markReady(platform: Platform, run: Run): Promise<void> {
  const done = await startingRun(platform.database.db, run).set({ status: 'ready' }).executeTakeFirst()
  if (done.numUpdatedRows > 0n) await tellRoom(platform, run.sessionId, streamTopic, {})
}

async function giveUp(platform: Platform, run: Run): Promise<void> {
  await startingRun(platform.database.db, run).set({ status: 'failed' }).execute()
  platform.log.error({ ...run }, 'an instance could not be started')
  await tellRoom(platform, run.sessionId, streamTopic, {})
}
