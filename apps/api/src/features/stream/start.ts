import { constants } from '@parley/contract/rules/constants.ts'
import { stayAfterEndMs } from '@parley/contract/rules/calls.ts'
import { streamTopic } from '@parley/contract/stream.ts'
import { tellRoom } from '#features/calls/calls.ts'
import type { Platform } from '#platform/context.ts'
import { inTransaction } from '#platform/transactions.ts'
import type { StreamProvider } from '#platform/streams/provider.ts'
import { beginRun, enqueueStart } from './begin.ts'
import { sendControl } from './control.ts'
import { instanceOf, streamSession, type InstanceRow, type StreamSession } from './queries.ts'

interface Run {
  sessionId: string
  number: number
  epoch: number
}

const lookMs = 1000

/**
 * Brings a run up: asks for a place, ten times with five seconds between, and looks until the application is there. Each look
 * is a job of its own, by what stands then: killed at any line, the next one goes on.
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
  const ofRun = () =>
    db
      .updateTable('stream_instances')
      .where('session_id', '=', run.sessionId)
      .where('number', '=', run.number)
      .where('epoch', '=', run.epoch)
      .where('status', '=', 'starting')
  await ofRun()
    .set({ tries: row.tries + 1 })
    .execute()
  try {
    const holderId = row.holder_id ?? session.coachId
    const until = Date.parse(session.end_time) + stayAfterEndMs
    const ref = await streams.start({ ...run, until, holderId })
    const kept = await ofRun().set({ ref }).executeTakeFirst()
    // It was ended while it began.
    if (kept.numUpdatedRows === 0n) return await streams.stop(ref)
    // Control may have been handed on meanwhile.
    await sendControl(platform, run)
    await enqueueStart(db, run, new Date(clock() + lookMs))
  } catch (error) {
    log.warn({ err: error, ...run, tries: row.tries + 1 }, 'an instance did not start')
    await enqueueStart(db, run, new Date(clock() + constants.containerRetryMs))
  }
}

/** The run fell before anybody saw it: another, which counts as the next try. */
async function tryAnother({ database, clock }: Platform, { sessionId, number }: Run, row: InstanceRow) {
  const now = clock()
  const runAt = new Date(now + constants.containerRetryMs)
  await inTransaction(database.db, (tx) =>
    beginRun(tx, { sessionId, number, after: row, now, tries: row.tries, runAt }),
  )
}

export async function markReady(platform: Platform, { sessionId, number, epoch }: Run): Promise<void> {
  const done = await platform.database.db
    .updateTable('stream_instances')
    .set({ status: 'ready' })
    .where('session_id', '=', sessionId)
    .where('number', '=', number)
    .where('epoch', '=', epoch)
    .where('status', '=', 'starting')
    .executeTakeFirst()
  if (done.numUpdatedRows > 0n) await tellRoom(platform, sessionId, streamTopic, {})
}

async function giveUp(platform: Platform, { sessionId, number, epoch }: Run): Promise<void> {
  await platform.database.db
    .updateTable('stream_instances')
    .set({ status: 'failed' })
    .where('session_id', '=', sessionId)
    .where('number', '=', number)
    .where('epoch', '=', epoch)
    .where('status', '=', 'starting')
    .execute()
  platform.log.error({ sessionId, number }, 'an instance could not be started')
  await tellRoom(platform, sessionId, streamTopic, {})
}
