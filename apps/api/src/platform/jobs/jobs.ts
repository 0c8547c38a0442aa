import { Logger, type JobHelpers, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { maskSecrets, type Log } from '#platform/process/log.ts'

/** The payload of each job that the product enqueues: ids and what a person typed, never a secret. */
export interface JobPayloads {
  'mail.send': { mailId: string }
  'identity.forgot-password': { name: string }
  'people.read-import': { importId: string }
  'privacy.erase': { personId: string; deletedAt: string }
  'privacy.erase-again': { personId: string }
  'privacy.copy': { copyId: string }
  'people.import': { importId: string }
  'sessions.tell': SessionChange
  /** The same, after the period in which a cancellation can be undone. */
  'sessions.tell-cancelled': SessionChange
  'sessions.remind': { sessionId: string; start: string; before: '24h' | '1h' }
  'sessions.cancel-of-deleted': { personId: string; deletedAt: string }
  'sessions.rename': { personId: string }
  'billing.send': { invoiceId: string }
  'calls.sweep-again': Record<string, never>
  'calls.shut-out': { sessionId: string }
  'stream.shut-out': { sessionId: string }
  'stream.start': { sessionId: string; number: number; epoch: number }
  'stream.control': { sessionId: string; number: number }
  'stream.stop': { ref: string }
}

/** A change of a session that its people are notified of, with the session as it is after the change. */
export interface SessionChange {
  sessionId: string
  kind: 'invite' | 'change' | 'cancel'
  sequence: number
  added: readonly string[]
  removed: readonly string[]
  start: string
  end: string
  coachId: string
  /** Everybody in the session but the coach. */
  others: readonly string[]
  /** The client among them; null in a session of type Org. */
  clientId: string | null
}

export type JobName = keyof JobPayloads

/** The handlers of all jobs. Each may be killed at any line and run again, so running twice must do no harm. */
export type Jobs = {
  [Name in JobName]: (payload: JobPayloads[Name], helpers: JobHelpers) => Promise<void>
}

/** The same, typed for graphile-worker. Only `enqueue` creates payloads, so they match their job. */
export const taskListOf = (jobs: Jobs): TaskList => jobs as TaskList

/**
 * Jobs run in lanes, each with its own concurrency, so that no lane waits for another. Mail has its own: a server that
 * accepts connections but never answers holds each for half a minute. Jobs that wait for another machine get a lane here.
 */
export const lanes = { work: 4, mail: 4, calls: 2, removals: 4, stream: 8, copies: 1 } as const
export type Lane = keyof typeof lanes
export const laneNames = Object.keys(lanes) as Lane[]

/** How many calls or records one job may process in parallel, with a connection each. */
export const sideBySide = 8

/**
 * The database connections of a worker: one per concurrent job, a second for each copy's rows, one listener per lane, those
 * for the parallel work of call jobs, and two for the queue's cron and the watch for dead workers.
 */
export const workerConnections =
  Object.values(lanes).reduce((sum, places) => sum + places, 0) +
  laneNames.length +
  2 * sideBySide +
  lanes.copies +
  2

const laneOf: Readonly<Record<string, Lane>> = {
  'mail.send': 'mail',
  'calls.sweep': 'calls',
  'calls.sweep-again': 'calls',
  'calls.judge': 'calls',
  // Removing somebody from a call must not wait until a sweep has checked every call.
  'calls.shut-out': 'removals',
  // A copy may take minutes, and other work must not wait behind it.
  'privacy.copy': 'copies',
  'stream.shut-out': 'stream',
  'stream.sweep': 'stream',
  'stream.start': 'stream',
  'stream.control': 'stream',
  'stream.stop': 'stream',
}

/** The tasks of one lane. */
export const inLane = (lane: Lane, tasks: TaskList): TaskList =>
  Object.fromEntries(Object.entries(tasks).filter(([name]) => (laneOf[name] ?? 'work') === lane))

/** Processes items with limited concurrency: a slow item delays only its own row. */
export async function inRows<T>(
  items: readonly T[],
  rows: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items[Symbol.iterator]()
  const walk = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: rows }, walk))
}

interface JobOptions {
  /** Job key: of several pending jobs with the same key, only the newest is kept. */
  key?: string
  attemptsMax?: number
  runAt?: Date
  /** Jobs in the same queue run one after the other. */
  queue?: string
}

/** Enqueues a job in the transaction that makes it necessary: both are committed, or neither is. */
export async function enqueue<Name extends JobName>(
  tx: Db,
  name: Name,
  payload: JobPayloads[Name],
  { key, attemptsMax, runAt, queue }: JobOptions = {},
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      ${name}::text,
      ${JSON.stringify(payload)}::json,
      queue_name => ${queue ?? null}::text,
      run_at => ${runAt ?? null}::timestamptz,
      max_attempts => ${attemptsMax ?? null}::integer,
      job_key => ${key ?? null}::text
    )`.execute(tx)
}

/** The same for many at once. */
export async function enqueueAll<Name extends JobName>(
  tx: Db,
  name: Name,
  payloads: readonly JobPayloads[Name][],
): Promise<void> {
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select json_populate_record(null::graphile_worker.job_spec,
        json_build_object('identifier', ${name}::text, 'payload', payload))
      from json_array_elements(${JSON.stringify(payloads)}::json) as payload))`.execute(tx)
}

/** graphile-worker's messages in our log. */
export const jobLogger = (log: Log): Logger =>
  new Logger(() => (level, message) => log[level === 'warning' ? 'warn' : level](maskSecrets(message)))
