import { isJoinable } from '@parley/contract/rules/sessions/phases.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import type { Signalled } from '@parley/contract/stream/stream.ts'
import { outsidersAmong, type CallMember } from '#features/calls/calls.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { OfferRefused, StreamGone, type StreamProvider } from '#platform/streams/provider.ts'
import { beginRun } from './begin.ts'
import { instanceOf, type InstanceRow } from './queries.ts'
import { memberNow, expectOffered, type StreamContext } from './read.ts'
import { markReady } from './start.ts'

interface InstanceOf {
  sessionId: string
  instance: number
}

const starting: Signalled = { state: 'starting' }

/** The newest offer of each caller is kept for as long as a page polls for its answer. */
const offerKey = ({ sessionId, instance }: InstanceOf, { identity }: CallMember) =>
  `parley:stream:offer:${sessionId}:${instance}:${identity}`

/** Keeps the caller's offer and answers it, or begins the run that will answer it. */
export async function connectStream(
  ctx: StreamContext,
  { signalRequest, ...asked }: InstanceOf & { signalRequest: string },
): Promise<Signalled> {
  const member = await memberNow(ctx, asked.sessionId)
  await expectOffered(ctx, asked.sessionId, asked.instance)
  const { redis } = ctx.platform
  await redis
    .set(offerKey(asked, member), signalRequest, {
      expiration: { type: 'PX', value: constants.streamTimeoutMs },
    })
    .catch(() => {
      throw problem('engine_away')
    })
  const row = await instanceOf(ctx.db, asked.sessionId, asked.instance)
  if (row?.status === 'starting' || row?.status === 'ready')
    return answer(ctx, asked, { member, row, signalRequest })
  return begin(ctx, asked, member, row)
}

/** The answer to the offer that was kept. */
export async function signalStream(ctx: StreamContext, asked: InstanceOf): Promise<Signalled> {
  const member = await memberNow(ctx, asked.sessionId)
  await expectOffered(ctx, asked.sessionId, asked.instance)
  const offer = await ctx.platform.redis.get(offerKey(asked, member)).catch(() => {
    throw problem('engine_away')
  })
  if (offer === null) throw problem('offer_missing')
  const row = await instanceOf(ctx.db, asked.sessionId, asked.instance)
  return answer(ctx, asked, { member, row, signalRequest: offer })
}

interface Offering {
  member: CallMember
  row: InstanceRow | undefined
  signalRequest: string
}

async function answer(
  ctx: StreamContext,
  asked: InstanceOf,
  { member, row, signalRequest }: Offering,
): Promise<Signalled> {
  const { platform } = ctx
  const { streams } = platform
  if (!streams || !row || row.status === 'ended') throw problem('stream_off')
  if (row.status === 'failed') throw problem('stream_failed')
  // If the provider serves a single viewer, that viewer is the person who has control.
  if (!streams.isForMany && (row.holder_id ?? member.coachId) !== member.personId) throw problem('not_holder')
  if (row.ref === null || !(await isReady(ctx, streams, asked, { ...row, ref: row.ref }))) return starting
  const viewer = { viewer: member.identity, personId: member.personId, signalRequest }
  try {
    const response = await streams.signal(row.ref, viewer)
    if (response === undefined) return starting
    await expectStillIn(ctx, streams, asked, { ref: row.ref, member })
    return { SignalResponse: response }
  } catch (error) {
    if (error instanceof OfferRefused) throw problem('stream_refused')
    if (!(error instanceof StreamGone)) throw error
    platform.log.warn({ err: error, ...asked }, 'an instance is gone')
    return begin(ctx, asked, member, row)
  }
}

/**
 * Somebody who was removed while their offer was being answered was not among the viewers that the removal looked at, and
 * from now on the host keeps them. So their right is checked again afterwards: either this check sees the removal, or the
 * removal sees the viewer.
 */
async function expectStillIn(
  { db }: StreamContext,
  streams: StreamProvider,
  { sessionId }: InstanceOf,
  { ref, member: { identity } }: { ref: string; member: CallMember },
): Promise<void> {
  const [outsider] = await outsidersAmong(db, [{ sessionId, identity }])
  if (!outsider) return
  await streams.drop(ref, identity)
  throw problem('taken_out')
}

/** While a run comes up, the provider is asked once a second, however many callers wait for it. */
async function isReady(
  ctx: StreamContext,
  streams: StreamProvider,
  { sessionId, instance: number }: InstanceOf,
  { epoch, status, ref }: InstanceRow & { ref: string },
): Promise<boolean> {
  if (status === 'ready') return true
  const isFirst = await ctx.platform.redis
    .set(`parley:stream:looked:${ref}`, '1', {
      condition: 'NX',
      expiration: { type: 'PX', value: constants.streamPollMs * 0.9 },
    })
    .catch(() => null)
  if (isFirst === null || (await streams.status(ref)) !== 'ready') return false
  await markReady(ctx.platform, { sessionId, number, epoch })
  return true
}

/** Begins another run in place of one that is over, as long as the session can be joined. */
async function begin(
  ctx: StreamContext,
  { sessionId, instance: number }: InstanceOf,
  { session }: CallMember,
  row: InstanceRow | undefined,
): Promise<Signalled> {
  if (!isJoinable(session, ctx.now)) throw problem('stream_off')
  await inTransaction(ctx.db, (tx) => beginRun(tx, { sessionId, number, after: row, now: ctx.now }))
  return starting
}
