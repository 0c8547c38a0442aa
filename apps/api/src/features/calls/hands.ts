import type { Context, Guest, Person } from '#platform/context.ts'
import { problem } from '#platform/problem.ts'
import { findSession } from '#features/sessions/sessions.ts'
import { writeIdentity } from './media-identity.ts'

/**
 * Raises or lowers the caller's own hand. The media server keeps it with the stay and tells everybody, whoever comes
 * later too; nobody can raise one by hand, for no media token carries that right.
 */
export const raiseHand = (ctx: Context<Person | Guest>, sessionId: string, isUp: boolean) =>
  markOwn(ctx, sessionId, { hand: isUp ? 'up' : '' })

/** What the caller's device check said of the streamed application gives way to what happens: it is shown there. */
export const tellShown = (ctx: Context<Person | Guest>, sessionId: string) =>
  markOwn(ctx, sessionId, { application: 'good' })

/** Writes on the caller's own stay in the room. */
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

/** Under which name the caller is in the call's room, if they are. */
async function identityIn(
  { db, principal: me }: Context<Person | Guest>,
  sessionId: string,
): Promise<string> {
  if (me.kind === 'guest') {
    // The door has seen that this browser was let in.
    if (me.sessionId !== sessionId || me.device === undefined) throw problem('session_not_found')
    return writeIdentity({ personId: me.personId, device: me.device })
  }
  const session = await findSession(db, me, sessionId)
  if (!session) throw problem('session_not_found')
  if (session.coach_id !== me.id && !session.participants.some(({ id }) => id === me.id))
    throw problem('not_of_call')
  return writeIdentity({ personId: me.id })
}
