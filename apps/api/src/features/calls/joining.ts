import { randomBytes } from 'node:crypto'
import type { CheckResult, WayIn } from '@parley/contract/calls.ts'
import { callPeopleMax, mayConnect } from '@parley/contract/rules/calls.ts'
import { isJoinable, type TimedSession } from '@parley/contract/rules/phases.ts'
import type { Context, Guest, Person } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { bindDevice, deviceOf } from '#platform/device.ts'
import { problem } from '#platform/problem.ts'
import { factsOf, findSession } from '#features/sessions/sessions.ts'
import { mediaTokenOf } from './connect-request.ts'
import { readIdentity, writeIdentity, type MediaIdentity } from './media-identity.ts'
import { callOf, isTakenOut, nameOf, placeCall, sessionOfRoom, stayOf } from './queries.ts'
import { isTrial } from './trial.ts'

/** The way into a call for one of its signed-in people. */
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

/** The same for a client who was let in, in the browser that was let in: the door of the API has seen to that. */
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
 * The one place that gives ways into a call, at the first time and at each return. What is given lasts for minutes and is
 * good in that browser alone; the front door asks again at each connect. A device check asks ahead, so asking means nobody
 * has come: the room is opened, and only LiveKit's word makes a stay.
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

/** One rule for whoever asks for a token and for whoever comes with one. */
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
 * Whether the holder of a media token may connect now. The front proxy asks at each connect to the signalling: the media
 * server itself lets in whoever has a token, and renews it for whoever is in. In a browser that it was not made for a
 * token is worth nothing, so nobody loses their place to whoever it was passed to.
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
  // The front proxy passes this header on, and LiveKit reads it before everything else: what was judged is what lets in.
  setHeader('authorization', `Bearer ${token}`)
  return {}
}
