import { isJoinable } from '@parley/contract/rules/sessions/phases.ts'
import { streamAgainTopic, streamTopic, type StreamOfCall } from '@parley/contract/stream/stream.ts'
import { tellRoom } from '#features/calls/calls.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { beginRun } from './begin.ts'
import { instanceOf } from './queries.ts'
import { leaderOf, streamFor } from './read.ts'

interface ShownInstance {
  sessionId: string
  instance: number | null
  again?: boolean | undefined
}

/** Gives the browsers time to switch from a run that is begun again before that run is stopped. */
const goOverMs = 3000

/** Shows an instance to everybody in the call, and begins it if it is not running. */
export async function showStream(
  ctx: Context<Person>,
  { sessionId, instance: number, again = false }: ShownInstance,
): Promise<StreamOfCall> {
  const leader = await leaderOf(ctx, sessionId, number)
  const isAgain = await inTransaction(ctx.db, async (tx) => {
    // Write the instance before its call, in the same order as the sweep that ends instances.
    const row = number === null ? undefined : await instanceOf(tx, sessionId, number)
    const isRunning = row?.status === 'starting' || row?.status === 'ready'
    const isOpen = isJoinable(leader.session, ctx.now)
    // A run that is still starting need not be begun again.
    const isBegunAgain = again && row?.status === 'ready'
    if (isBegunAgain && !isOpen) throw problem('not_joinable')
    if (number !== null && (!isRunning || isBegunAgain) && isOpen)
      await beginRun(tx, {
        ...{ sessionId, number, after: row, now: ctx.now },
        ...(isBegunAgain && { stopAfterMs: goOverMs }),
      })
    const shown = await tx
      .updateTable('calls')
      .set({ shown_instance: number })
      .where('session_id', '=', sessionId)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (shown.numUpdatedRows === 0n) throw problem('not_in_call')
    return isBegunAgain
  })
  await tellRoom(ctx.platform, sessionId, isAgain ? streamAgainTopic : streamTopic, {})
  return streamFor(ctx, sessionId, leader)
}
