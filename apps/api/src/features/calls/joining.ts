import { randomBytes } from 'node:crypto'
import { callPeopleMax, mayConnect } from '@parley/contract/rules/calls.ts'
import { isJoinable, type TimedSession } from '@parley/contract/rules/phases.ts'
import type { Context, Person } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { problem } from '#platform/problem.ts'
import { factsOf, findSession } from '#features/sessions/sessions.ts'
import { readIdentity } from './media-identity.ts'
import { callOf, placeCall, sessionOfRoom, stayOf } from './queries.ts'

/** The way into a call for one of its people. What is given lasts for minutes; the door asks again at each connect. */
export async function joinSession(
  ctx: Context<Person>,
  sessionId: string,
): Promise<{ twilio_token: string; media_url: string }> {
  const { db, now, platform, principal: me } = ctx
  const row = await findSession(db, me, sessionId)
  if (!row) throw problem('session_not_found')
  const session = factsOf(row, now)
  if (session.coach_id !== me.id && !session.participantIds.includes(me.id)) throw problem('not_of_call')
  if (!(await mayConnectNow(db, { id: sessionId, ...session }, me.id, now))) throw problem('not_joinable')

  const call = await callOf(db, sessionId, randomBytes(16).toString('base64url'), now)
  const node = await platform.media.openRoom(call.room, call.node, callPeopleMax)
  if (node !== call.node) await placeCall(db, sessionId, node)
  const { first_name, last_name, username } = me.profile
  const name = `${first_name} ${last_name}`.trim() || username
  return {
    twilio_token: await platform.media.tokenFor({ room: call.room, identity: me.id }, name),
    media_url: `${platform.config.media.url}${node}`,
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
 * server itself lets in whoever has a token, and renews it for whoever is in.
 */
export async function admitConnect({
  db,
  now,
  platform,
  readHeader,
}: Context): Promise<Record<string, never>> {
  const token = mediaTokenOf(readHeader('x-forwarded-uri'), readHeader('authorization'))
  const place = token === undefined ? undefined : await platform.media.readToken(token)
  const who = readIdentity(place?.identity ?? '')
  if (!place || !who) throw problem('not_admitted')
  const session = await sessionOfRoom(db, place.room, who.personId)
  if (!session || !(await mayConnectNow(db, session, who.personId, now))) throw problem('not_admitted')
  return {}
}

/** The one token of a connect. With two of them, the one that we look at might not be the one that lets in. */
function mediaTokenOf(uri: string | undefined, authorization: string | undefined): string | undefined {
  const inAddress = new URLSearchParams(uri?.split('?').slice(1).join('?')).getAll('access_token')
  const inHeader = authorization === undefined ? [] : [/^bearer (\S+)$/i.exec(authorization)?.[1]]
  const [token, ...more] = [...inAddress, ...inHeader]
  return more.length === 0 ? token : undefined
}
