import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { shutOutOfCall } from '#features/sessions/sessions.ts'
import { onceLetIn, outsidersAmong } from './queries.ts'

/**
 * How long a room is watched after somebody lost their place, and again after each person who was still found in it. A
 * connect that was allowed just before takes a while until LiveKit lists it: the front proxy tries for 3 s, LiveKit for as
 * long again. The sweep catches anything that comes later still.
 */
export const roomQuietMs = 10_000
/** The first looks are close together, because pending connects arrive then. */
const pauses = [
  { untilMs: 2000, ms: 100 },
  { untilMs: 5000, ms: 250 },
  { untilMs: Infinity, ms: 500 },
]

/**
 * A removal takes less than this, unless LiveKit's list still names somebody who has gone: then LiveKit does not answer for
 * seconds. Another connection of theirs may arrive in that time, so the next look does not wait for the answer.
 */
const goneWithinMs = 300

/**
 * Removes people from rooms that they may no longer be in. LiveKit lists a connect some time after it was allowed, and a
 * single look could fall in between, so each room is looked at again until nobody was found in it for a while. The job ends
 * with the first look, so that nobody's removal waits for the watch over another room. If the process dies, the sweep does
 * the rest of its watches. The check at connect keeps people from coming back later.
 */
export function openRoomWatch(platform: Platform, quietMs: number) {
  const { log, database, clock } = platform
  /** When somebody was last found in a room or lost their place there, by session. */
  const foundAt = new Map<string, number>()
  const watches = new Set<Promise<void>>()

  async function watch(sessionId: string): Promise<void> {
    let hasFailed = false
    let unlisted: Promise<void> | undefined
    for (;;) {
      const quiet = clock() - (foundAt.get(sessionId) ?? 0)
      if (quiet >= quietMs) break
      await pause(pauses.find(({ untilMs }) => quiet < untilMs)?.ms, undefined, { ref: false })
      try {
        if ((await removeOutsiders(platform, sessionId, goneWithinMs)) > 0) foundAt.set(sessionId, clock())
        // This takes a while for somebody who is not there, so the list is checked in the meantime.
        unlisted ??= removeUnlisted(platform, sessionId)
          .then((found) => void (found > 0 && foundAt.set(sessionId, clock())))
          .catch((error: unknown) => log.warn({ err: error, sessionId }, 'a room could not be searched'))
          .finally(() => (unlisted = undefined))
        hasFailed = false
      } catch (error) {
        hasFailed = true
        log.warn({ err: error, sessionId }, 'a room could not be looked at again')
      }
    }
    foundAt.delete(sessionId)
    // The last look failed, so nothing is known about the room: the queue retries until a look succeeds.
    if (hasFailed) await shutOutOfCall(database.db, sessionId)
  }

  return {
    /** Safe to run twice. */
    async shutOut(sessionId: string): Promise<void> {
      await removeOutsiders(platform, sessionId)
      const isWatched = foundAt.has(sessionId)
      if (quietMs > 0) foundAt.set(sessionId, clock())
      if (isWatched || quietMs === 0) return
      const watching: Promise<void> = watch(sessionId)
        .catch((error: unknown) => log.error({ err: error, sessionId }, 'the watch over a room broke off'))
        .finally(() => watches.delete(watching))
      watches.add(watching)
    },
    /** Resolves once every room was quiet for long enough. */
    settled: async (): Promise<void> => void (await Promise.all(watches)),
  }
}

const callOfSession = (db: Db, sessionId: string) =>
  db
    .selectFrom('calls as c')
    .innerJoin('sessions as s', 's.id', 'c.session_id')
    .select(['c.room', 's.status'])
    .where('c.session_id', '=', sessionId)
    .executeTakeFirst()

/** Removes everybody who may not be in a call. Returns how many were there; no answer in time counts as there. */
async function removeOutsiders(
  { media, database: { db } }: Platform,
  sessionId: string,
  withinMs?: number,
): Promise<number> {
  const call = await callOfSession(db, sessionId)
  if (!call) return 0
  const { room } = call
  const people = await media.peopleIn(room)
  if (call.status === 'Cancelled' || call.status === 'NoShow') {
    await media.close(room)
    return people.length
  }
  const outsiders = await outsidersAmong(
    db,
    people.map(({ identity }) => ({ sessionId, identity })),
  )
  const removed = await Promise.all(
    outsiders.map(({ identity }) => {
      const removing = media.remove({ room, identity })
      return withinMs === undefined
        ? removing
        : Promise.race([removing, pause(withinMs, true, { ref: false })])
    }),
  )
  return removed.filter(Boolean).length
}

/** The same for people who lost their place and are missing from LiveKit's list. */
async function removeUnlisted({ media, database: { db } }: Platform, sessionId: string): Promise<number> {
  const call = await callOfSession(db, sessionId)
  if (!call) return 0
  const losers = await outsidersAmong(db, await onceLetIn(db, sessionId))
  const removed = await Promise.all(
    losers.map(({ identity }) => media.removeUnlisted({ room: call.room, identity })),
  )
  return removed.filter(Boolean).length
}
