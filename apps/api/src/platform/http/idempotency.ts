import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { IdempotentRoute } from '@parley/contract/wire/route.ts'
import type { Context, Guest, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockKey } from '#platform/database/locks.ts'
import { Problem, problem } from './problem.ts'
import { sweepRows } from '#platform/database/sweep.ts'
import { inTransaction } from '#platform/database/transactions.ts'

interface Act<A> {
  /** Rights are checked before the work, and again before a stored answer is given: they may have changed since. */
  authorize: (tx: Db, stored?: A) => Promise<void>
  work: (tx: Db) => Promise<A>
}

declare const ran: unique symbol

/** An answer that went through `once`; the mark exists for the compiler alone (platform/http/http.ts). */
export type Once<A> = A & { readonly [ran]: true }

/**
 * Runs a write in one transaction. With an `Idempotency-Key`, the answer is stored in that transaction: for 24 hours a retry
 * returns the same answer without acting again, and the same key with another body is refused (docs/rules.md §1).
 */
export function once<A>(
  ctx: Context<Person | Guest>,
  entry: IdempotentRoute,
  given: unknown,
  act: Act<A>,
): Promise<Once<A>> {
  // `runOnce` runs or replays every answer, which is all that the mark claims.
  return runOnce(ctx, entry, given, act) as Promise<Once<A>>
}

async function runOnce<A>(
  ctx: Context<Person | Guest>,
  entry: IdempotentRoute,
  given: unknown,
  { authorize, work }: Act<A>,
): Promise<A> {
  const { idempotencyKey: key } = ctx
  const run = async (tx: Db) => {
    await authorize(tx)
    return work(tx)
  }
  if (!key) return inTransaction(ctx.db, run)
  const row = {
    ...ownerOf(ctx.principal, key),
    route: `${entry.method} ${entry.path}`,
    request_hash: createHash('sha256')
      .update(JSON.stringify(given ?? null))
      .digest(),
    created_at: new Date(ctx.now),
  }
  try {
    return await inTransaction(ctx.db, async (tx) => {
      await lockKey(tx, `${row.person_id} ${row.route} ${row.key}`)
      const stored = await findStored(tx, row)
      if (!stored) {
        const answer = await run(tx)
        await tx
          .insertInto('idempotency_keys')
          .values({ ...row, status: 200, response: JSON.stringify(answer) })
          .execute()
        return answer
      }
      if (!stored.request_hash.equals(row.request_hash)) throw problem('key_reused')
      const answer = stored.status === 200 ? (stored.response as A) : undefined // Stored above, as this very type.
      await authorize(tx, answer)
      if (answer === undefined) throw refusalOf(stored.response)
      return answer
    })
  } catch (error) {
    // A conflict (409) is an answer too. Its transaction was rolled back, so it is stored on its own.
    if (error instanceof Problem && error.status === 409 && error.code !== 'key_reused')
      await storeRefusal(ctx, row, error)
    throw error
  }
}

/** A key belongs to its principal: one client's links to two sessions are two. A route takes only one kind of caller. */
const ownerOf = (principal: Person | Guest, key: string) =>
  principal.kind === 'person'
    ? { person_id: principal.id, key }
    : { person_id: principal.personId, key: `${principal.sessionId} ${key}` }

const findStored = (tx: Db, row: { person_id: string; route: string; key: string }) =>
  tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'response'])
    .where('person_id', '=', row.person_id)
    .where('route', '=', row.route)
    .where('key', '=', row.key)
    .executeTakeFirst()

/** Stored without its text, which may name something that the caller can no longer see. */
type Refusal = Pick<Problem, 'code'>

const storeRefusal = (
  ctx: Context,
  row: object & { person_id: string; route: string; key: string; request_hash: Buffer; created_at: Date },
  { code, status }: Problem,
) =>
  ctx.db
    .insertInto('idempotency_keys')
    .values({ ...row, status, response: JSON.stringify({ code } satisfies Refusal) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Only `storeRefusal` writes these. */
const refusalOf = (stored: unknown): Problem => problem((stored as Refusal).code)

const keptMs = 24 * 3_600_000

export const sweepIdempotencyKeys = (db: Db, now: number): Promise<number> =>
  sweepRows(db, 'idempotency_keys', sql`created_at < ${new Date(now - keptMs)}`)
