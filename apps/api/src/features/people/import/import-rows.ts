import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Window } from '@parley/contract/wire/lists.ts'
import type { importRow, importSummary, listImportRows } from '@parley/contract/people.ts'
import type { Parsed } from '@parley/contract/wire/route.ts'
import type { Db } from '#platform/database/database.ts'
import { importColumns } from '@parley/contract/rules/people/import-columns.ts'
import type { ReadRow } from './import-csv.ts'
import type { Fault } from './import-judge.ts'

export type ImportSummary = z.output<typeof importSummary>
export type ImportRow = z.output<typeof importRow>

type StoredImport = Pick<ImportSummary, 'id' | 'filename' | 'state' | 'faults'> & { created_at: Date }

/** Stores the rows of a preview in one statement: 10,000 of them take some tenths of a second. */
export async function storeRows(
  tx: Db,
  importId: string,
  rows: readonly ReadRow[],
  faultOf: (row: number) => Fault | undefined,
): Promise<void> {
  const column = (name: (typeof importColumns)[number]) => sql`${rows.map((row) => row[name])}::text[]`
  const faults = rows.map(({ row }) => faultOf(row))
  await sql`
    insert into import_rows (import_id, row, ${sql.join(importColumns.map((name) => sql.ref(name)))},
      state, error_field, error_message)
    select ${importId}::uuid, * from unnest(
      ${rows.map(({ row }) => row)}::integer[],
      ${sql.join(importColumns.map(column))},
      ${faults.map((fault) => (fault ? 'error' : 'good'))}::text[],
      ${faults.map((fault) => fault?.field ?? null)}::text[],
      ${faults.map((fault) => fault?.message ?? null)}::text[]
    )`.execute(tx)
}

/** An import as the wire has it. `good` counts all rows to be written, including those already written. */
export async function summarize(db: Db, stored: StoredImport): Promise<ImportSummary> {
  const counts = await countRows(db, stored.id)
  return {
    id: stored.id,
    filename: stored.filename,
    state: stored.state,
    faults: stored.faults,
    rows: counts.good + counts.written + counts.error,
    good: counts.good + counts.written,
    errors: counts.error,
    written: counts.written,
    createdAt: stored.created_at.toISOString(),
  }
}

export async function countRows(db: Db, importId: string): Promise<Record<ImportRow['state'], number>> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['state', sql<string>`count(*)`.as('n')])
    .where('import_id', '=', importId)
    .groupBy('state')
    .execute()
  return {
    good: 0,
    error: 0,
    written: 0,
    ...Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)])),
  }
}

type RowsQuery = Parsed<typeof listImportRows>['query']

const matching = (db: Db, importId: string, { filters, search = '' }: RowsQuery) =>
  db
    .selectFrom('import_rows as r')
    .where('r.import_id', '=', importId)
    .$if(filters?.state !== undefined, (query) => query.where('r.state', 'in', filters?.state ?? []))
    .$if(search.trim() !== '', (query) =>
      query.where(
        sql<boolean>`position(fold(${search.trim()}) in fold(concat_ws(' ', r.first_name, r.last_name, r.username, r.email))) > 0`,
      ),
    )

export async function findRows(db: Db, importId: string, asked: RowsQuery, { limit, offset }: Window) {
  const rows = await matching(db, importId, asked)
    .select(['row', 'state', 'error_field', 'error_message', ...importColumns])
    .orderBy('row', asked.order?.[1] === 'DESC' ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { n } = await matching(db, importId, asked)
    .select(sql<string>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return { entryCount: Number(n), entries: rows.map(presentRow) }
}

type StoredRow = Omit<ImportRow, 'error' | 'state'> & {
  state: string
  error_field: string | null
  error_message: string | null
}

function presentRow({ error_field, error_message, ...row }: StoredRow): ImportRow {
  return {
    ...row,
    // The check constraint of the table allows no other state.
    state: row.state as ImportRow['state'],
    error: error_field === null ? null : { field: error_field, message: error_message ?? '' },
  }
}

export const findErrorRows = (db: Db, importId: string) =>
  db
    .selectFrom('import_rows')
    .select([...importColumns, 'error_message'])
    .where('import_id', '=', importId)
    .where('state', '=', 'error')
    .orderBy('row')
    .execute()
