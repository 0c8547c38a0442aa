import { Kysely, PostgresDialect, type Insertable, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './database-types.ts'

export type Db = Kysely<DB> | Transaction<DB>

export type NewPerson = Insertable<DB['people']>

export interface Database {
  pool: pg.Pool
  db: Kysely<DB>
  close: () => Promise<void>
}

/** A request that gets no connection in this time is answered 503 rather than kept waiting. */
const patienceMs = 3000

export function openDatabase(
  url: string,
  poolMax: number,
  onIdleError: (error: Error) => void,
  connectionTimeoutMillis = patienceMs,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    // Our statements take milliseconds: to start helpers for one takes longer than they save, and takes them from others.
    options: '-c max_parallel_workers_per_gather=0',
    application_name: 'parley',
  })
  pool.on('error', onIdleError)
  // A connection that breaks in use fails its query, which tells of it; without a listener it would end the process as well.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}

/** Whether an error says that the database cannot be reached or is shutting down, rather than that a statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300'].includes(code) ||
    code.startsWith('08') ||
    /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/.test(
      error.message,
    )
  )
}
