import { randomBytes } from 'node:crypto'
import type { CheckResult, WayIn } from '@parley/contract/calls/calls.ts'
import { callPeopleMax, mayConnect } from '@parley/contract/rules/calls/calls.ts'
import { isJoinable, type TimedSession } from '@parley/contract/rules/sessions/phases.ts'
import type { Context, Guest, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { bindDevice, deviceOf } from '#platform/identity/device.ts'
import { problem } from '#platform/http/problem.ts'
import { factsOf, findSession } from '#features/sessions/sessions.ts'
import { mediaTokenOf } from './connect-request.ts'
import { readIdentity, writeIdentity, type MediaIdentity } from './livekit-participants.ts'
import { callOf, isTakenOut, nameOf, placeCall, sessionOfRoom, stayOf } from './queries.ts'
import { isTrial } from './trial.ts'

/** The join grant for a signed-in person of the session. */
export async function joinSession(
  ctx: Context<Person>,
  sessionId: string,
  application?: CheckResult,
): Promise<WayIn> {
  const { db, now, principal: me } = ctx
  const row = await findSession(db, me, sessionId)
  if (!row) throw problem('session_not_found')
  const session = factsOf(row, now)
  if (session.coach_id !== me.id && !session.participantIds.includes(me.id)) throw problem('not_of_call')
  if (await isTakenOut(db, sessionId, me.id)) throw problem('taken_out')
  return wayInto(ctx, { id: sessionId, ...session }, { personId: me.id }, bindDevice(ctx), application)
}

/** The same for a client, in the browser that was let in: the API's guest check has already seen to that. */
export async function joinAsGuest(
  ctx: Context<Guest>,
  application?: CheckResult,
): Promise<WayIn & { session_id: string }> {
  const { sessionId, personId, session, device } = ctx.principal
  if (device === undefined) throw problem('not_let_in')
  const way = await wayInto(ctx, { id: sessionId, ...session }, { personId, device }, device, application)
  return { ...way, session_id: sessionId }
}

/**
 * The only place that issues join grants, for the first join and for every return. A grant lasts for minutes and works only
 * in that browser; the front proxy asks again at each connect. The device check requests one ahead, so a request does not
 * mean that somebody has come: it opens the room, and only LiveKit's webhook makes a stay.
 */
async function wayInto(
  { db, now, platform: { media, config } }: Context,
  session: TimedSession & { id: string },
  who: MediaIdentity,
  device: string,
  application: CheckResult | undefined,
): Promise<WayIn> {
  if (!(await mayConnectNow(db, session, who.personId, now))) throw problem('not_joinable')
  const call = await callOf(db, session.id, randomBytes(16).toString('base64url'), now)
  const [node, name] = await Promise.all([
    media.openRoom(call.room, call.node, callPeopleMax),
    nameOf(db, who.personId),
  ])
  if (node !== call.node) await placeCall(db, session.id, node)
  const place = { room: call.room, identity: writeIdentity(who), device }
  return {
    twilio_token: await media.tokenFor(place, name, application === undefined ? {} : { application }),
    media_url: `${config.media.url}${node}`,
  }
}

/** One rule for requesting a token and for connecting with one. */
export async function mayConnectNow(
  db: Db,
  session: TimedSession & { id: string },
  personId: string,
  now: number,
): Promise<boolean> {
  if (isJoinable(session, now)) return true
  return mayConnect(session, await stayOf(db, session.id, personId, now), now)
}

/**
 * Whether the holder of a media token may connect now. The front proxy asks at each connect to the signalling, because
 * LiveKit itself lets in anybody with a token, and renews it while they are in. A token is worthless in any other browser
 * than the one it was made for, so nobody loses their place to somebody to whom it was passed.
 */
export async function admitConnect({
  db,
  now,
  platform,
  readHeader,
  headerLines,
  setHeader,
}: Context): Promise<Record<string, never>> {
  const token = mediaTokenOf({ headerLines })
  const place = token === undefined ? undefined : await platform.media.readToken(token)
  if (!place) throw problem('not_admitted')
  if (!isTrial(place)) {
    const who = readIdentity(place.identity)
    if (!who || place.device !== deviceOf(readHeader('cookie'))) throw problem('not_admitted')
    const session = await sessionOfRoom(db, place.room, who)
    if (!session || !(await mayConnectNow(db, session, who.personId, now))) throw problem('not_admitted')
    await platform.media.beforeConnect(place.room)
  }
  // The front proxy passes this header on and LiveKit reads it first, so the token that was judged is the one that lets in.
  setHeader('authorization', `Bearer ${token}`)
  return {}
}
