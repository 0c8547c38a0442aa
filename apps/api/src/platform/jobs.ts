import { Logger, type JobHelpers, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { maskSecrets, type Log } from './log.ts'

/** Every job that the product hands to its worker, with what the job is told. Ids and what a person typed; never a secret. */
export interface JobPayloads {
  'mail.send': { mailId: string }
  'identity.forgot-password': { name: string }
  'people.import': { importId: string }
}
export type JobName = keyof JobPayloads

/** What the worker runs for them. Each may run again after a kill at any line and does no harm twice. */
export type Jobs = {
  [Name in JobName]: (payload: JobPayloads[Name], helpers: JobHelpers) => Promise<void>
}

/** The same as the queue's library takes it. Payloads come from `enqueue` alone, so they are what their job expects. */
export const taskListOf = (jobs: Jobs): TaskList => jobs as TaskList

interface JobOptions {
  /** Of several jobs under one key that still wait, the newest stays. */
  key?: string
  attemptsMax?: number
  runAt?: Date
}

/** Hands a job to the worker, in the transaction of whatever makes it necessary: both are there or neither is. */
export async function enqueue<Name extends JobName>(
  tx: Db,
  name: Name,
  payload: JobPayloads[Name],
  { key, attemptsMax, runAt }: JobOptions = {},
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      ${name}::text,
      ${JSON.stringify(payload)}::json,
      run_at => ${runAt ?? null}::timestamptz,
      max_attempts => ${attemptsMax ?? null}::integer,
      job_key => ${key ?? null}::text
    )`.execute(tx)
}

/** The queue's own words in our log. */
export const jobLogger = (log: Log): Logger =>
  new Logger(() => (level, message) => log[level === 'warning' ? 'warn' : level](maskSecrets(message)))
