import { streamTopic, type StreamOfCall } from '@parley/contract/stream/stream.ts'
import { tellRoom } from '#features/calls/calls.ts'
import type { Context, Person, Platform } from '#platform/process/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { leaderOf, streamFor } from './read.ts'
import { instanceOf, streamSession } from './queries.ts'

interface Handed {
  sessionId: string
  instance: number
  person_id: string
}

/** Gives mouse and keyboard to one of the session's people. The coach takes them back by giving them to themselves. */
export async function handControl(
  ctx: Context<Person>,
  { sessionId, instance: number, person_id }: Handed,
): Promise<StreamOfCall> {
  const leader = await leaderOf(ctx, sessionId, number)
  const { coachId, peopleIds } = leader
  if (!peopleIds.includes(person_id)) throw problem('not_in_session')
  await inTransaction(ctx.db, async (tx) => {
    const handed = await tx
      .updateTable('stream_instances')
      // Null gives control to the session's coach, so that somebody who takes the session over gets control with it.
      .set({ holder_id: person_id === coachId ? null : person_id })
      .where('session_id', '=', sessionId)
      .where('number', '=', number)
      .executeTakeFirst()
    if (handed.numUpdatedRows === 0n) throw problem('instance_not_found')
    await enqueueControl(tx, sessionId, number)
  })
  // Tell the provider before anybody else: a person who reads that somebody else has control must not press another key. The
  // job covers a failure of this call.
  await sendControl(ctx.platform, { sessionId, number }).catch((error: unknown) =>
    ctx.platform.log.warn({ err: error, sessionId, number }, 'control was not told yet'),
  )
  await tellRoom(ctx.platform, sessionId, streamTopic, {})
  return streamFor(ctx, sessionId, leader)
}

export const enqueueControl = (tx: Context['db'], sessionId: string, number: number): Promise<void> =>
  enqueue(tx, 'stream.control', { sessionId, number }, { key: `stream/${sessionId}/${number}/control` })

/**
 * Tells the provider who has control. When two of these run at once, the earlier may overtake the later, so each checks
 * again whether what it sent still holds.
 */
export async function sendControl(
  { streams, database: { db } }: Platform,
  { sessionId, number }: { sessionId: string; number: number },
): Promise<void> {
  const stands = async () => {
    const row = await instanceOf(db, sessionId, number)
    const session = await streamSession(db, sessionId)
    if (!row?.ref || !session) return undefined
    return { ref: row.ref, holderId: row.holder_id ?? session.coachId }
  }
  if (!streams) return
  let told = await stands()
  while (told) {
    await streams.control(told.ref, told.holderId)
    const now = await stands()
    if (now?.ref === told.ref && now.holderId === told.holderId) return
    told = now
  }
}
