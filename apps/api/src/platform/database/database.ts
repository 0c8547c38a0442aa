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

interface DatabaseOptions {
  /** A request that gets no connection in this time is answered 503 rather than kept waiting. */
  patienceMs?: number
  /** PostgreSQL cancels a statement after this time. */
  statementMs?: number
}

/** A server that is silent this long after the statement timeout is treated as gone. */
const answerLateMs = 2000
/** How long PostgreSQL lets an idle transaction keep its locks. Our transactions wait for nothing but the database. */
const idleInTransactionMs = 20_000
/** PostgreSQL closes connections of vanished clients within about a minute. */
const serverSettings = {
  // Our statements take milliseconds. Starting parallel workers takes longer than they save, and takes them from other work.
  max_parallel_workers_per_gather: 0,
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 60_000,
}

export function openDatabase(
  url: string,
  poolMax: number,
  onIdleError: (error: Error) => void,
  { patienceMs = 3000, statementMs = 15_000 }: DatabaseOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: patienceMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    // Keepalive notices within 20 s that the server of an idle connection is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: Object.entries(serverSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    application_name: 'parley',
  })
  pool.on('error', onIdleError)
  // A connection that breaks in use fails its query, which reports it. Without a listener it would also end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    closeWhenSilent(client, statementMs + answerLateMs)
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}

type AnyQuery = (...given: unknown[]) => unknown

/**
 * Closes a connection whose statement gets no answer in time. Where packets are dropped, it would be held until TCP gives
 * up, a quarter of an hour later. pg's own `query_timeout` fails the statement but keeps the connection, so the rollback
 * that follows would wait just as long.
 */
function closeWhenSilent(client: pg.PoolClient, silentMs: number): void {
  // Covers every form of `query`: with a promise, or with a callback as the last argument.
  const query = client.query.bind(client) as AnyQuery
  const watched: AnyQuery = (...given) => {
    let isOpen = true
    const close = () => {
      // The pool's clients are instances of this class, typed more narrowly.
      if (isOpen && client instanceof pg.Client) void client.end()
    }
    // If this process was blocked, an answer may lie unread: `setImmediate` lets it be read first.
    const timer = setTimeout(() => setImmediate(close), silentMs)
    timer.unref()
    const settle = () => {
      isOpen = false
      clearTimeout(timer)
    }
    const callback = given.at(-1)
    if (typeof callback === 'function')
      return query(...given.slice(0, -1), (...answer: unknown[]) => {
        settle()
        callback(...answer)
      })
    const answer = query(...given)
    if (answer instanceof Promise) answer.then(settle, settle)
    else settle()
    return answer
  }
  Object.assign(client, { query: watched })
}

/** Whether an error means that the database is unreachable or shutting down, rather than that a statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    [
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      '25P03',
      '57P01',
      '57P02',
      '57P03',
      '53300',
    ].includes(code) ||
    code.startsWith('08') ||
    /Connection terminated|timeout exceeded when trying to connect|and is not queryable/.test(error.message)
  )
}
