import type { Context, Guest, Person } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'
import { findSession } from '#features/sessions/sessions.ts'
import { writeIdentity } from './livekit-participants.ts'

/**
 * Raises or lowers the caller's own hand. LiveKit keeps it as a participant attribute and tells everybody, including those
 * who join later. Browsers cannot set it themselves, because no media token carries that right.
 */
export const raiseHand = (ctx: Context<Person | Guest>, sessionId: string, isUp: boolean) =>
  markOwn(ctx, sessionId, { hand: isUp ? 'up' : '' })

/** Replaces the device check's result for the streamed application: the caller's browser is showing it now. */
export const tellShown = (ctx: Context<Person | Guest>, sessionId: string) =>
  markOwn(ctx, sessionId, { application: 'good' })

/** Sets attributes on the caller's own participant in the room. */
async function markOwn(
  ctx: Context<Person | Guest>,
  sessionId: string,
  marks: Record<string, string>,
): Promise<Record<string, never>> {
  const { db, platform } = ctx
  const identity = await identityIn(ctx, sessionId)
  const call = await db
    .selectFrom('calls')
    .select('room')
    .where('session_id', '=', sessionId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  const people = call ? await platform.media.peopleIn(call.room) : []
  if (!call || !people.some((one) => one.identity === identity)) throw problem('not_in_call')
  await platform.media.mark({ room: call.room, identity }, marks)
  return {}
}

/** The identity that the caller has in the call's room if they are in it. */
async function identityIn(
  { db, principal: me }: Context<Person | Guest>,
  sessionId: string,
): Promise<string> {
  if (me.kind === 'guest') {
    // The API's guest check has already seen that this browser was let in.
    if (me.sessionId !== sessionId || me.device === undefined) throw problem('session_not_found')
    return writeIdentity({ personId: me.personId, device: me.device })
  }
  const session = await findSession(db, me, sessionId)
  if (!session) throw problem('session_not_found')
  if (session.coach_id !== me.id && !session.participants.some(({ id }) => id === me.id))
    throw problem('not_of_call')
  return writeIdentity({ personId: me.id })
}
