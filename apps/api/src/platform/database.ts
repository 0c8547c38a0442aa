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
  /** The server ends a statement after this. */
  statementMs?: number
}

/** A server that has still said nothing so long after the end of a statement's time will not answer. */
const answerLateMs = 2000
/** A transaction whose client has gone silent keeps its locks this long. Ours wait for nothing but the database. */
const idleInTransactionMs = 20_000
/** The server closes connections whose client is gone, within about a minute. */
const serverSettings = {
  // Our statements take milliseconds: to start helpers for one takes longer than they save, and takes them from others.
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
    // An idle connection whose server is gone is noticed within 20 s.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: Object.entries(serverSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    application_name: 'parley',
  })
  pool.on('error', onIdleError)
  // A connection that breaks in use fails its query, which tells of it; without a listener it would end the process as well.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    closeWhenSilent(client, statementMs + answerLateMs)
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}

type AnyQuery = (...given: unknown[]) => unknown

/**
 * Closes a connection whose statement has no answer after that time: where packets are dropped it would be held until TCP
 * gives up, a quarter of an hour later. The library's own `query_timeout` fails the statement and keeps the connection, so
 * the rollback behind it would wait as long again.
 */
function closeWhenSilent(client: pg.PoolClient, silentMs: number): void {
  // All of its forms: with a promise, or with a callback as the last argument.
  const query = client.query.bind(client) as AnyQuery
  const watched: AnyQuery = (...given) => {
    let isOpen = true
    const close = () => {
      // The pool hands out clients of this class, under a narrower type.
      if (isOpen && client instanceof pg.Client) void client.end()
    }
    // An answer that lies unread because this process was held up is read before the second of these.
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

/** Whether an error says that the database cannot be reached or is shutting down, rather than that a statement is wrong. */
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
