import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from './database-types.ts'

const triesMax = 6
const pauseMaxMs = 40

/** Deadlock and serialization failure: the database aborted one transaction so that the other could go on. */
const givenUp = ['40P01', '40001']

const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && givenUp.includes(String(error.code))

/**
 * The only place that opens transactions. The lock order (`locks.ts`) prevents deadlocks; if one still happens, the aborted
 * transaction is retried a few times. So `work` must touch nothing but the database: notices, cookies and limits come after
 * it.
 */
export async function inTransaction<A>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<A>,
): Promise<A> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tried === triesMax || !isGivenUp(error)) throw error
      await pause(randomInt(1, pauseMaxMs * tried))
    }
  }
}
