import { sql, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'
import type { DB } from './database-types.ts'

const batchMax = 5000

/**
 * Removes rows that nobody needs any more, some thousand in a statement: none runs long or holds many locks, and one that
 * is cut off has done part of it. A row that was changed meanwhile is left for the next night.
 */
export async function sweepRows(
  db: Db,
  table: keyof DB,
  dead: RawBuilder<unknown>,
  perStatement = batchMax,
): Promise<number> {
  let removed = 0
  for (;;) {
    const done = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${dead} limit ${perStatement}))`.execute(db)
    const count = Number(done.numAffectedRows ?? 0)
    removed += count
    if (count < perStatement) return removed
  }
}
