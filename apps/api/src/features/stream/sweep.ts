import { sql } from 'kysely'
import { stayAfterEndMs } from '@parley/contract/rules/calls/calls.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { sessionLengthMaxMs } from '@parley/contract/rules/sessions/sessions.ts'
import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import type { StreamPlaces } from '#platform/streams/provider.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { beginRun, enqueueStop } from './begin.ts'
import { allRunning, instancesMay } from './queries.ts'
import { dropOutsiders } from './shut-out.ts'

/** How long an empty room keeps its application, counted from the session's start at the earliest. */
const emptyMs = 10 * 60_000
/** If a smaller share of the places is free, nothing starts for people who are not there yet. */
const roomyShare = 0.3
/** How many sessions one sweep begins; the rest wait for the next one. */
const atOnce = 500

const isThere = sql<boolean>`exists (select from presence r where r.session_id = s.id
  and r.joined_at is not null and r.left_at is null)`
const hasPeople = sql<boolean>`(${isThere} or exists (
  select from admissions a where a.session_id = s.id and a.state = 'waiting'))`

/** How many hosts one sweep asks at a time. */
const runsAtOnce = 20

/**
 * Runs once a minute: ends what nobody needs any more, begins what will be needed soon, and drops viewers who may not be
 * there. A host that does not answer blocks none of it.
 */
export async function sweepStreams(platform: Platform): Promise<void> {
  const { streams, database, clock, log } = platform
  await endRuns(database.db, clock())
  if (!streams) return
  await beginRuns(database.db, clock(), await streams.places())
  const running = await allRunning(database.db)
  for (let at = 0; at < running.length; at += runsAtOnce)
    await dropOutsiders(platform, running.slice(at, at + runsAtOnce)).catch((error: unknown) => {
      log.warn({ err: error }, 'the viewers of some instances could not be looked at')
    })
}

/**
 * Ends instances when the session has a final status or is over, its call is closed, the room has been empty for long, or
 * the session may have fewer instances.
 */
async function endRuns(db: Db, now: number): Promise<void> {
  const emptySince = sql`greatest(s.start_time, (select max(r.left_at) from presence r where r.session_id = s.id))`
  const over = await db
    .selectFrom('stream_instances as i')
    .innerJoin('sessions as s', 's.id', 'i.session_id')
    .innerJoin('organizations as o', 'o.id', 's.organization_id')
    .leftJoin('calls as c', 'c.session_id', 'i.session_id')
    .select(['i.session_id', 'i.number', 'i.epoch'])
    .where('i.status', 'in', ['starting', 'ready'])
    .where(
      sql<boolean>`(s.status <> 'Scheduled' or c.closed_at is not null
        or i.number > ${instancesMay}
        or s.end_time < ${new Date(now - stayAfterEndMs)}
        or (not ${isThere} and ${emptySince} <= ${new Date(now - emptyMs)}))`,
    )
    .execute()
  for (const run of over) await inTransaction(db, (tx) => endRun(tx, run, now))
}

interface Ending {
  session_id: string
  number: number
  epoch: number
}

async function endRun(tx: Db, { session_id, number, epoch }: Ending, now: number): Promise<void> {
  const ended = await tx
    .updateTable('stream_instances')
    .set({ status: 'ended', holder_id: null })
    .where('session_id', '=', session_id)
    .where('number', '=', number)
    .where('epoch', '=', epoch)
    .where('status', 'in', ['starting', 'ready'])
    .returning('ref')
    .executeTakeFirst()
  if (!ended) return
  if (ended.ref !== null) await enqueueStop(tx, ended.ref, new Date(now))
  await tx
    .updateTable('calls')
    .set({ shown_instance: null })
    .where('session_id', '=', session_id)
    .where('shown_instance', '=', number)
    .execute()
}

/** Begins instances for sessions that can be joined and have not had one yet. */
async function beginRuns(db: Db, now: number, { free, all }: StreamPlaces): Promise<void> {
  const sessions = await db
    .selectFrom('sessions as s')
    .innerJoin('organizations as o', 'o.id', 's.organization_id')
    .select(['s.id', instancesMay.as('instances'), hasPeople.as('hasPeople')])
    .where('s.status', '=', 'Scheduled')
    .where('s.start_time', '<=', new Date(now + constants.joinWindowBeforeMs))
    .where('s.start_time', '>=', new Date(now - sessionLengthMaxMs - constants.joinWindowAfterMs))
    .where('s.end_time', '>=', new Date(now - constants.joinWindowAfterMs))
    .where(sql<boolean>`${instancesMay} > 0`)
    .where(sql<boolean>`not exists (select from stream_instances i where i.session_id = s.id)`)
    .where(sql<boolean>`(s.start_time > ${new Date(now - emptyMs)} or ${hasPeople})`)
    .orderBy('hasPeople', 'desc')
    .orderBy('s.start_time')
    .limit(atOnce)
    .execute()
  let left = free
  for (const { id, instances, hasPeople: isNeeded } of sessions) {
    // The last places are kept for sessions whose people are there.
    if (!isNeeded && (all === 0 || left < roomyShare * all)) return
    left -= instances
    await inTransaction(db, async (tx) => {
      for (let number = 1; number <= instances; number += 1)
        await beginRun(tx, { sessionId: id, number, after: undefined, now })
    })
  }
}
