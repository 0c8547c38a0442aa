import { TrackSource } from 'livekit-server-sdk'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { lockPlace } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { findSession, shutOutOfCall } from '#features/sessions/sessions.ts'
import { readIdentity } from '#features/calls/livekit-participants.ts'

/** Removes somebody from the call. None of their tokens lets them back in until the coach does. */
export async function removeFromCall(
  ctx: Context<Person>,
  sessionId: string,
  personId: string,
): Promise<Record<string, never>> {
  const { db, now, principal: me } = ctx
  const session = await ownCall(ctx, sessionId)
  if (personId === me.id || !session.participants.some(({ id }) => id === personId))
    throw problem('not_in_call')
  const isClient = session.user_id === personId && session.coach_id !== personId
  const removed = { state: 'removed', decided_at: new Date(now), decided_by: me.id } as const
  await inTransaction(db, async (tx) => {
    await lockPlace(tx, sessionId, personId)
    if (isClient)
      await tx
        .updateTable('admissions')
        .set(removed)
        .where('session_id', '=', sessionId)
        .where('person_id', '=', personId)
        .where('state', '=', 'admitted')
        .execute()
    else
      await tx
        .insertInto('admissions')
        .values({
          session_id: sessionId,
          person_id: personId,
          browser: '',
          asked_at: new Date(now),
          seen_at: new Date(now),
          ...removed,
        })
        .onConflict((conflict) =>
          conflict.columns(['session_id', 'person_id', 'browser']).doUpdateSet(removed),
        )
        .execute()
    await shutOutOfCall(tx, sessionId)
    await audit(tx, actorOf(ctx), now, {
      action: 'calls.remove',
      subjectKind: 'session',
      subjectId: sessionId,
      organizationId: session.organization_id,
      detail: { person_id: personId },
    })
  })
  return {}
}

/** Mutes somebody for everyone. They can unmute themselves: nobody is forced to be silent. */
export async function muteInCall(
  ctx: Context<Person>,
  sessionId: string,
  personId: string,
): Promise<Record<string, never>> {
  const { db, platform } = ctx
  await ownCall(ctx, sessionId)
  const call = await db
    .selectFrom('calls')
    .select('room')
    .where('session_id', '=', sessionId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  const people = call ? await platform.media.peopleIn(call.room) : []
  const theirs = people.filter(({ identity }) => readIdentity(identity)?.personId === personId)
  for (const { identity, tracks } of theirs)
    for (const { sid, source } of tracks)
      if (call && source === TrackSource.MICROPHONE)
        await platform.media.mute({ room: call.room, identity }, sid)
  return {}
}

async function ownCall({ db, principal: me }: Context<Person>, sessionId: string) {
  const session = await findSession(db, me, sessionId)
  if (!session) throw problem('session_not_found')
  if (session.coach_id !== me.id) throw problem('not_your_call')
  return session
}
