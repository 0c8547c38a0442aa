import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from './database-types.ts'

const triesMax = 6
const pauseMaxMs = 40

/** Deadlock and serialization failure: the database gave up one of two so that the other could go on. */
const givenUp = ['40P01', '40001']

const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && givenUp.includes(String(error.code))

/**
 * The one place that opens transactions. The order of locks (`locks.ts`) keeps them from waiting for each other in a
 * circle; where two still do, and the database gives one up, that one is run again, a few times. So `work` touches nothing
 * but the database: notices, cookies and limits come after it.
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
