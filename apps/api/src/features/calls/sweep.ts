import { sql } from 'kysely'
import type { ParticipantInfo } from 'livekit-server-sdk'
import { constants } from '@parley/contract/rules/constants.ts'
import { stayAfterEndMs } from '@parley/contract/rules/calls.ts'
import type { Platform } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { sweepRows } from '#platform/sweep.ts'
import { inTransaction } from '#platform/transactions.ts'
import { readIdentity } from './media-identity.ts'
import { beginningOf, noteStay } from './presence.ts'

/** Lists lag behind, and one that comes back empty may be wrong: somebody is gone when two looks have missed them. */
const missesMax = 2
const atOnce = 20
const eventsKeptMs = 7 * 86_400_000

interface OpenCall {
  session_id: string
  room: string
  end_time: Date
}

/**
 * Holds the record of who is there against the media server's own list. What a killed node never told, and what was told
 * while nobody listened, is made right here: this alone is enough. Empty rooms are closed once nobody can come any more.
 */
export async function sweepCalls(platform: Platform): Promise<void> {
  const { database, clock, log } = platform
  const open = await database.db
    .selectFrom('calls as c')
    .innerJoin('sessions as s', 's.id', 'c.session_id')
    .select(['c.session_id', 'c.room', 's.end_time'])
    .where('c.closed_at', 'is', null)
    .orderBy('c.session_id')
    .execute()
  for (let at = 0; at < open.length; at += atOnce)
    await Promise.all(
      open.slice(at, at + atOnce).map((call) =>
        sweepCall(platform, call, clock()).catch((error: unknown) => {
          // Where the media server does not answer, nothing is known: nobody is gone because of that.
          log.warn({ err: error, sessionId: call.session_id }, 'a call could not be looked at')
        }),
      ),
    )
}

async function sweepCall({ media, database }: Platform, call: OpenCall, now: number): Promise<void> {
  const end = call.end_time.getTime()
  const isTooLate = now > end + stayAfterEndMs
  const people = isTooLate ? [] : await media.peopleIn(call.room)
  await inTransaction(database.db, async (tx) => {
    const seen = await noteSeen(tx, call.room, people, now)
    await noteMissed(tx, call.session_id, seen, isTooLate ? 1 : missesMax)
    await tx
      .updateTable('calls')
      .set({ swept_at: new Date(now) })
      .where('session_id', '=', call.session_id)
      .execute()
  })
  const isOver = now > end + constants.joinWindowAfterMs
  if (!isOver || people.length > 0) return
  const empty = await database.db
    .selectFrom('calls')
    .select('session_id')
    .where('session_id', '=', call.session_id)
    .where(isNobodyIn)
    .executeTakeFirst()
  // One empty list does not end a talk: that takes as many looks as make somebody gone.
  if (!empty) return
  await media.close(call.room)
  await database.db
    .updateTable('calls')
    .set({ closed_at: new Date(now) })
    .where('session_id', '=', call.session_id)
    .where('closed_at', 'is', null)
    .where(isNobodyIn)
    .execute()
}

const isNobodyIn = sql<boolean>`not exists (select from presence r where r.session_id = calls.session_id
  and r.joined_at is not null and r.left_at is null)`

/** Whoever is on the list is there, whether their coming was told or not. Answers their connections. */
async function noteSeen(
  tx: Db,
  room: string,
  people: readonly ParticipantInfo[],
  now: number,
): Promise<string[]> {
  for (const person of people) {
    const who = readIdentity(person.identity)
    if (!who) continue
    const told = { room, personId: who.personId, connection: person.sid }
    await noteStay(tx, told, { joinedAt: beginningOf(person) })
  }
  const seen = people.map(({ sid }) => sid)
  if (seen.length > 0)
    await tx
      .updateTable('presence')
      // Whom the sweep gave up and sees again was there all the while; whose end was told is gone, though the list lags.
      .set({
        seen_at: new Date(now),
        misses: 0,
        left_at: sql<Date | null>`case when misses < ${missesMax} then left_at end`,
      })
      .where('connection', 'in', seen)
      .execute()
  return seen
}

/** Whoever is not on it ended when they were last seen. */
async function noteMissed(tx: Db, sessionId: string, seen: readonly string[], misses: number): Promise<void> {
  await tx
    .updateTable('presence')
    .set((eb) => ({
      misses: eb('misses', '+', 1),
      left_at: sql<Date | null>`case when misses + 1 >= ${misses} then coalesce(seen_at, joined_at) end`,
    }))
    .where('session_id', '=', sessionId)
    .where('joined_at', 'is not', null)
    .where('left_at', 'is', null)
    .where((eb) => (seen.length > 0 ? eb('connection', 'not in', [...seen]) : eb.lit(true)))
    .execute()
}

/** The media server sends a notice again within a minute or not at all. */
export const sweepMediaEvents = (db: Db, now: number): Promise<number> =>
  sweepRows(db, 'media_events', sql`at < ${new Date(now - eventsKeptMs)}`)
