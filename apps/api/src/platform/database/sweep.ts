import { sql, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'
import type { DB } from './database-types.ts'

const batchMax = 5000

/**
 * Deletes rows that are no longer needed, a few thousand per statement: no statement runs long or holds many locks, and a
 * run that is cut off has done part of the work. A row that was changed meanwhile is left for the next night.
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
