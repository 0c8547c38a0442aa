import type { StreamOfCall } from '@parley/contract/stream/stream.ts'
import { callMember, type CallMember } from '#features/calls/calls.ts'
import type { Context, Guest, Person } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'
import { instancesOf, streamSession } from './queries.ts'

export type StreamContext = Context<Person | Guest>

/** The caller's part in the call, if they may be in it now. */
export async function memberNow(ctx: StreamContext, sessionId: string): Promise<CallMember> {
  const member = await callMember(ctx, sessionId)
  if (!member.mayConnect) throw problem('not_joinable')
  return member
}

/** Refuses an instance that the session may not have. */
export async function expectOffered(
  { db, platform }: StreamContext,
  sessionId: string,
  number: number,
): Promise<void> {
  const session = await streamSession(db, sessionId)
  if (!platform.streams || !session || session.instances === 0) throw problem('stream_off')
  if (number > session.instances) throw problem('instance_not_found')
}

/** The caller, if they lead the call and it has that instance. */
export async function leaderOf(
  ctx: Context<Person>,
  sessionId: string,
  number: number | null,
): Promise<CallMember> {
  const member = await memberNow(ctx, sessionId)
  if (member.coachId !== member.personId) throw problem('not_your_call')
  await expectOffered(ctx, sessionId, number ?? 1)
  return member
}

export const readStream = async (ctx: StreamContext, sessionId: string): Promise<StreamOfCall> =>
  streamFor(ctx, sessionId, await memberNow(ctx, sessionId))

/** The state of the application, for one of the call's people. */
export async function streamFor(
  ctx: StreamContext,
  sessionId: string,
  { coachId, personId }: CallMember,
): Promise<StreamOfCall> {
  const { streams } = ctx.platform
  const session = await streamSession(ctx.db, sessionId)
  const rows = await instancesOf(ctx.db, sessionId)
  const call = await ctx.db
    .selectFrom('calls')
    .select('shown_instance')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  const count = streams ? (session?.instances ?? 0) : 0
  const shown = call?.shown_instance ?? null
  return {
    instances: Array.from({ length: count }, (_, i) => {
      const row = rows.find((one) => one.number === i + 1)
      return {
        number: i + 1,
        status: !row || row.status === 'ended' ? 'none' : row.status,
        holder_id: row?.holder_id ?? coachId,
      }
    }),
    shown: shown !== null && shown <= count ? shown : null,
    isForMany: streams?.isForMany ?? true,
    abilities: { lead: coachId === personId },
  }
}
