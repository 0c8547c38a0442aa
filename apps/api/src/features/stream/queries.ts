import { sql } from 'kysely'
import type { TimedSession } from '@parley/contract/rules/sessions/phases.ts'
import type { Db } from '#platform/database/database.ts'

export interface InstanceRow {
  number: number
  epoch: number
  status: 'starting' | 'ready' | 'failed' | 'ended'
  tries: number
  ref: string | null
  begun_at: Date
  holder_id: string | null
}

const columns = ['number', 'epoch', 'status', 'tries', 'ref', 'begun_at', 'holder_id'] as const

// The table allows only these states.
const readRow = <Row extends { status: string }>(row: Row) => row as Row & Pick<InstanceRow, 'status'>

export async function instanceOf(
  db: Db,
  sessionId: string,
  number: number,
): Promise<InstanceRow | undefined> {
  const row = await db
    .selectFrom('stream_instances')
    .select(columns)
    .where('session_id', '=', sessionId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row && readRow(row)
}

export async function instancesOf(db: Db, sessionId: string): Promise<InstanceRow[]> {
  const rows = await db
    .selectFrom('stream_instances')
    .select(columns)
    .where('session_id', '=', sessionId)
    .orderBy('number')
    .execute()
  return rows.map(readRow)
}

export interface Run {
  sessionId: string
  number: number
  epoch: number
}

/** Updates a run only while it is coming up. A run that has ended, has failed or is ready is left as it is. */
export const startingRun = (db: Db, { sessionId, number, epoch }: Run) =>
  db
    .updateTable('stream_instances')
    .where('session_id', '=', sessionId)
    .where('number', '=', number)
    .where('epoch', '=', epoch)
    .where('status', '=', 'starting')

/** The running instances of a session, with the provider's references. */
export const runningOf = (db: Db, sessionId: string) =>
  db
    .selectFrom('stream_instances')
    .select(['number', 'ref'])
    .where('session_id', '=', sessionId)
    .where('status', 'in', ['starting', 'ready'])
    .where('ref', 'is not', null)
    .$narrowType<{ ref: string }>()
    .execute()

/** The same for all sessions. */
export const allRunning = (db: Db) =>
  db
    .selectFrom('stream_instances')
    .select(['session_id as sessionId', 'ref'])
    .where('status', 'in', ['starting', 'ready'])
    .where('ref', 'is not', null)
    .$narrowType<{ ref: string }>()
    .execute()

export interface StreamSession extends TimedSession {
  coachId: string
  /** How many instances it may have. */
  instances: number
}

/**
 * How many instances a session may have: its own number, or none if it or its organization has the application turned off.
 */
export const instancesMay = sql<number>`(case when s.use_server and o.streamed_app then s.instance_count else 0 end)`

/** The part of a session that decides about its application. */
export async function streamSession(db: Db, sessionId: string): Promise<StreamSession | undefined> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('organizations as o', 'o.id', 's.organization_id')
    .select(['s.status', 's.start_time', 's.end_time', 's.coach_id', instancesMay.as('instances')])
    .where('s.id', '=', sessionId)
    .executeTakeFirst()
  return (
    row && {
      status: row.status,
      start_time: row.start_time.toISOString(),
      end_time: row.end_time.toISOString(),
      coachId: row.coach_id,
      instances: row.instances,
    }
  )
}
