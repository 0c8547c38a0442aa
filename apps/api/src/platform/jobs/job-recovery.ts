import pg from 'pg'
import type { Log } from '#platform/process/log.ts'

/**
 * A killed worker leaves its jobs locked, and graphile-worker frees such jobs only after four hours. So each worker holds an
 * advisory lock under its pool's name for as long as its connection lives, and any worker frees the jobs of a pool whose
 * lock is free. The lock belongs to a database session, so the worker must connect to PostgreSQL itself, not to a pooler in
 * transaction mode.
 */
const lockOf = "hashtext('parley worker'), hashtext($1)"

/** A pool takes its first job some milliseconds before its lock, so only jobs locked for this long are checked. */
const graceMs = 2000
const lookEveryMs = 2000
/** A living worker has its lock again soon after a database restart; if it is still free after this, the worker is dead. */
const apartMs = 4000
const reconnectMs = 500

/** Holds the pool's lock until it is released or this process dies. Reconnects if the connection breaks. */
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
    // The loop below reports what broke; without a listener the error would end the process.
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

/** Frees the jobs of dead workers, now and every two seconds. */
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

/** Returns, at each look, the pools whose lock was free both now and at a look some seconds before. */
export function lookForDead(pool: pg.Pool): (now: number) => Promise<string[]> {
  let free = new Map<string, number>()
  return async (now) => {
    // Our own index covers locked jobs (scripts/database/migrate.ts): even in a queue of millions few jobs are locked.
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

/** Runs as a statement of its own, so that the lock, if it was free, is released at once. */
async function isLockFree(pool: pg.Pool, id: string): Promise<boolean> {
  const found = await pool.query<{ is_free: boolean }>(
    `select pg_try_advisory_xact_lock(${lockOf}) as is_free`,
    [id],
  )
  return found.rows[0]?.is_free === true
}
