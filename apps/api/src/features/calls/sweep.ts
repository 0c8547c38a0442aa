import { sql } from 'kysely'
import type { ParticipantInfo } from 'livekit-server-sdk'
import { constants } from '@parley/contract/rules/constants.ts'
import { stayAfterEndMs } from '@parley/contract/rules/calls/calls.ts'
import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { inRows, sideBySide } from '#platform/jobs/jobs.ts'
import { sweepRows } from '#platform/database/sweep.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { shutOutOfCall } from '#features/sessions/sessions.ts'
import { readIdentity } from './livekit-participants.ts'
import { beginningOf, noteStay } from './presence.ts'
import { outsidersAmong, type Occupant } from './queries.ts'

/** LiveKit's lists lag behind, and an empty one may be wrong: somebody is gone when two looks have missed them. */
const missesMax = 2
/** How many people in rooms are checked against their rights in one statement. */
const comparedAtOnce = 500
const eventsKeptMs = 7 * 86_400_000

interface OpenCall {
  session_id: string
  room: string
  node: string | null
  end_time: Date
}

/**
 * Compares the record of who is there with LiveKit's own list, and that list with who may be there. It repairs what a killed
 * node never reported and what was reported while nobody listened, and removes people whom an earlier removal missed. Empty
 * rooms are closed once nobody can come any more.
 */
export async function sweepCalls(platform: Platform): Promise<void> {
  const { database, clock, log } = platform
  const open = await database.db
    .selectFrom('calls as c')
    .innerJoin('sessions as s', 's.id', 'c.session_id')
    .select(['c.session_id', 'c.room', 'c.node', 's.end_time'])
    .where('c.closed_at', 'is', null)
    .orderBy('c.session_id')
    .execute()
  const seen: Occupant[] = []
  await inRows(open, sideBySide, async (call) => {
    try {
      seen.push(...(await sweepCall(platform, call, clock())))
    } catch (error) {
      // If LiveKit does not answer, nothing is known, and nobody counts as gone because of that.
      log.warn({ err: error, sessionId: call.session_id }, 'a call could not be looked at')
    }
  })
  for (let at = 0; at < seen.length; at += comparedAtOnce) {
    const outsiders = await outsidersAmong(database.db, seen.slice(at, at + comparedAtOnce))
    for (const sessionId of new Set(outsiders.map((one) => one.sessionId)))
      await shutOutOfCall(database.db, sessionId)
  }
}

/** Returns the people in the call. */
async function sweepCall({ media, database }: Platform, call: OpenCall, now: number): Promise<Occupant[]> {
  const end = call.end_time.getTime()
  const isTooLate = now > end + stayAfterEndMs
  // Each call on a silent node would cost its deadline, and the calls on the other nodes would wait for all of them.
  if (!isTooLate && call.node !== null && media.silentNodes().includes(call.node)) return []
  const people = isTooLate ? [] : await media.peopleIn(call.room)
  await inTransaction(database.db, async (tx) => {
    const seen = await noteSeen(tx, call.room, people)
    await noteMissed(tx, call.session_id, seen, isTooLate ? 1 : missesMax)
    await tx
      .updateTable('calls')
      .set({ swept_at: new Date(now) })
      .where('session_id', '=', call.session_id)
      .execute()
  })
  const isOver = now > end + constants.joinWindowAfterMs
  if (!isOver || people.length > 0)
    return people.map(({ identity }) => ({ sessionId: call.session_id, identity }))
  const empty = await database.db
    .selectFrom('calls')
    .select('session_id')
    .where('session_id', '=', call.session_id)
    .where(isNobodyIn)
    .executeTakeFirst()
  // A single empty list does not end a call: it takes as many looks as it takes to count somebody as gone.
  if (!empty) return []
  await media.close(call.room)
  await database.db
    .updateTable('calls')
    .set({ closed_at: new Date(now) })
    .where('session_id', '=', call.session_id)
    .where('closed_at', 'is', null)
    .where(isNobodyIn)
    .execute()
  return []
}

const isNobodyIn = sql<boolean>`not exists (select from presence r where r.session_id = calls.session_id
  and r.joined_at is not null and r.left_at is null)`

/**
 * Everybody on the list is there, whether LiveKit reported their joining or not. Returns their connections. Nothing is
 * written for those who were there before: until somebody is missed, `swept_at` says when they were last seen.
 */
async function noteSeen(tx: Db, room: string, people: readonly ParticipantInfo[]): Promise<string[]> {
  const seen = people.map(({ sid }) => sid)
  if (seen.length === 0) return seen
  const known = await tx
    .selectFrom('presence')
    .select(['connection', 'misses'])
    .where('connection', 'in', seen)
    .where('joined_at', 'is not', null)
    .execute()
  const isKnown = new Set(known.map(({ connection }) => connection))
  for (const person of people) {
    const who = readIdentity(person.identity)
    if (!who || isKnown.has(person.sid)) continue
    const told = { room, personId: who.personId, connection: person.sid }
    await noteStay(tx, told, { joinedAt: beginningOf(person) })
  }
  if (known.some(({ misses }) => misses > 0))
    await tx
      .updateTable('presence')
      // If the sweep gave somebody up and sees them again, they were there all along. If LiveKit reported the end, they are
      // gone although the list lags.
      .set({ misses: 0, left_at: sql<Date | null>`case when misses < ${missesMax} then left_at end` })
      .where('connection', 'in', seen)
      .where('misses', '>', 0)
      .execute()
  return seen
}

/**
 * Counts a miss for everybody who is not on the list. After enough misses their stay ends when they were last seen: at the
 * previous look, if that was after they came.
 */
async function noteMissed(tx: Db, sessionId: string, seen: readonly string[], misses: number): Promise<void> {
  const lastSeen = sql<Date>`case when misses > 0 then coalesce(seen_at, joined_at)
    else greatest(joined_at, (select swept_at from calls c where c.session_id = presence.session_id)) end`
  await tx
    .updateTable('presence')
    .set((eb) => ({
      misses: eb('misses', '+', 1),
      seen_at: lastSeen,
      left_at: sql<Date | null>`case when misses + 1 >= ${misses} then ${lastSeen} end`,
    }))
    .where('session_id', '=', sessionId)
    .where('joined_at', 'is not', null)
    .where('left_at', 'is', null)
    .where((eb) => (seen.length > 0 ? eb('connection', 'not in', [...seen]) : eb.lit(true)))
    .execute()
}

/** LiveKit sends a webhook again within a minute or not at all. */
export const sweepMediaEvents = (db: Db, now: number): Promise<number> =>
  sweepRows(db, 'media_events', sql`at < ${new Date(now - eventsKeptMs)}`)
