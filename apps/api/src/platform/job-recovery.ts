import pg from 'pg'
import type { Log } from './log.ts'

/**
 * A worker that is killed leaves its jobs locked, and the queue itself frees such jobs only after four hours. So each
 * worker holds an advisory lock under its pool's name for as long as its connection lives, and any worker frees the jobs
 * of a pool whose lock is free. The lock belongs to a session, so the worker's address must lead to PostgreSQL itself and
 * not to a pool that shares sessions out by transaction.
 */
const lockOf = "hashtext('parley worker'), hashtext($1)"

/** A pool takes its first job some milliseconds before its lock, so a job is looked at only when it is locked this long. */
const graceMs = 2000
const lookEveryMs = 2000
/** A worker that lives has its lock again soon after the database was restarted; one whose lock is still free after this is dead. */
const apartMs = 4000
const reconnectMs = 500

/** Shows that this process works for the pool, until it is closed or dies. A broken connection is made again at once. */
export function holdPool(databaseUrl: string, poolId: string, log: Log): { release: () => Promise<void> } {
  let client: pg.Client | undefined
  const released = new AbortController()
  const hold = async () => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'parley worker',
      connectionTimeoutMillis: 3000,
      keepAlive: true,
    })
    client = next
    // What broke is told by the loop below; without a listener it would end the process.
    next.on('error', () => {})
    const ended = new Promise<void>((resolve) => next.once('end', () => resolve()))
    await next.connect()
    await next.query(`select pg_advisory_lock(${lockOf})`, [poolId])
    await ended
  }
  const holding = (async () => {
    while (!released.signal.aborted) {
      await hold().catch((error: unknown) => log.warn({ err: error }, 'the lock of this worker was lost'))
      if (!released.signal.aborted) await new Promise((resolve) => setTimeout(resolve, reconnectMs))
    }
  })()
  return {
    release: async () => {
      released.abort()
      await client?.end().catch(() => {})
      await holding
    },
  }
}

/** Frees the jobs of workers that died, now and every few seconds. */
export function watchForDeadPools(pool: pg.Pool, log: Log): { stop: () => void } {
  let isLooking = false
  const deadPools = lookForDead(pool)
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      for (const id of await deadPools(Date.now())) {
        await pool.query('select graphile_worker.force_unlock_workers($1)', [[id]])
        log.warn({ pool: id }, 'a worker died; its jobs run again')
      }
    } catch (error) {
      log.warn({ err: error }, 'jobs of dead workers could not be looked for')
    } finally {
      isLooking = false
    }
  }
  void look()
  const timer = setInterval(() => void look(), lookEveryMs)
  return { stop: () => clearInterval(timer) }
}

/** Answers at each look the pools whose lock was free then and at a look some seconds before. */
export function lookForDead(pool: pg.Pool): (now: number) => Promise<string[]> {
  let free = new Map<string, number>()
  return async (now) => {
    // The index of locked jobs is ours (scripts/database/migrate.ts): a queue of millions has a few of these.
    const { rows } = await pool.query<{ id: string }>(
      `select distinct locked_by as id from graphile_worker._private_jobs
       where locked_at is not null and locked_at < now() - make_interval(secs => $1)`,
      [graceMs / 1000],
    )
    const stillFree = new Map<string, number>()
    for (const { id } of rows) if (await isLockFree(pool, id)) stillFree.set(id, free.get(id) ?? now)
    free = stillFree
    return [...free].filter(([, since]) => now - since >= apartMs).map(([id]) => id)
  }
}

/** In a statement of its own the lock, if it is free, ends with the statement's transaction. */
async function isLockFree(pool: pg.Pool, id: string): Promise<boolean> {
  const found = await pool.query<{ is_free: boolean }>(
    `select pg_try_advisory_xact_lock(${lockOf}) as is_free`,
    [id],
  )
  return found.rows[0]?.is_free === true
}
