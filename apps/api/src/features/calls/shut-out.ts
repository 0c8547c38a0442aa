import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { shutOutOfCall } from '#features/sessions/sessions.ts'
import { onceLetIn, outsidersAmong } from './queries.ts'

/**
 * How long a room is watched after somebody lost their place, and after each who was still found in it. A connect that the
 * door let through just before takes its time until the media server lists it: the front proxy tries for 3 s, the media
 * server for as long again. Whatever comes later still is the sweep's.
 */
export const roomQuietMs = 10_000
/** The first looks come close together, for that is when connects under way arrive. */
const pauses = [
  { untilMs: 2000, ms: 100 },
  { untilMs: 5000, ms: 250 },
  { untilMs: Infinity, ms: 500 },
]

/**
 * A removal takes less than this, unless the list still names somebody who has gone: then the media server does not answer
 * for seconds. Another connection of theirs may arrive meanwhile, so the next look does not wait for that.
 */
const goneWithinMs = 300

/**
 * Brings rooms in line with who may be in them. The media server lists a connect some time after the door's word for it, and
 * one look could come in between: so each room is looked at again until nobody was found in it for a while. The job ends with
 * the first look, so that nobody's removal waits for the watch over another room; a process that dies leaves the rest of its
 * watches to the sweep. That nobody comes back later is the matter of the door.
 */
export function openRoomWatch(platform: Platform, quietMs: number) {
  const { log, database, clock } = platform
  /** When somebody was last found, by session. */
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
        // Takes its time for somebody who is not there: the list is looked at meanwhile.
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
    // Nothing is known of the room: the queue tries until something is.
    if (hasFailed) await shutOutOfCall(database.db, sessionId)
  }

  return {
    /** Run twice it does no harm. */
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
    /** Once every room was quiet for long enough. */
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

/** Takes out everybody who may not be in a call. Answers how many were there; no answer in time counts as there. */
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

/** The same for people who lost their place and are missing from the media server's list. */
async function removeUnlisted({ media, database: { db } }: Platform, sessionId: string): Promise<number> {
  const call = await callOfSession(db, sessionId)
  if (!call) return 0
  const losers = await outsidersAmong(db, await onceLetIn(db, sessionId))
  const removed = await Promise.all(
    losers.map(({ identity }) => media.removeUnlisted({ room: call.room, identity })),
  )
  return removed.filter(Boolean).length
}
