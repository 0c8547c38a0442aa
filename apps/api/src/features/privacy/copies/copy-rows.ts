import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Db } from '#platform/database/database.ts'
import type { DB } from '#platform/database/database-types.ts'
import { sweepAllMemory } from '#platform/process/sweep-memory.ts'
import type { Column, Table } from '#features/privacy/personal-data/entries.ts'
import { personalData } from '#features/privacy/personal-data/personal-data.ts'

const rowsAtOnce = 500
const sweptAfterRows = 5000

export type CopiedRow = Readonly<Record<string, unknown>>

/** A table of the map of personal data, as a copy has it. */
export interface CopiedTable {
  name: keyof DB
  about: string
  /** The data that each column holds. */
  holds: ReadonlyMap<string, string>
  /** Reads the person's rows from first to last. Can be called repeatedly. */
  read: () => AsyncGenerator<CopiedRow>
}

/** The sort columns, as far as a table has them: one session after the other, and each from its beginning. */
const order = ['session_id', 'start_time', 'at', 'asked_at', 'created_at', 'number', 'id']

/** Columns that grant access to something, or are derived from other columns. */
const isLeftOut = (column: Column): boolean =>
  column !== 'plain' && (column.isSecret === true || ('becomes' in column && column.value === undefined))

type Mapped = Pick<Table<object>, 'about' | 'rows' | 'copied'> & { columns: Readonly<Record<string, Column>> }

/**
 * Opens a person's rows in every table, in one snapshot. The database keeps them in cursors and they are fetched some at a
 * time, so memory does not grow with their number. The caller must not use `client` for anything else; after `over` it is
 * not queried any more.
 */
export async function openTables(
  client: PoolClient,
  db: Db,
  personId: string,
  over: AbortSignal,
): Promise<CopiedTable[]> {
  const people = sql<string[]>`array[${sql.lit(personId)}::uuid]`
  const tables = Object.entries(personalData) as [keyof DB, Mapped][]
  const opened: CopiedTable[] = []
  await client.query('begin isolation level repeatable read read only')
  for (const [name, { about, rows, copied = rows, columns }] of tables) {
    if (copied === undefined || 'not' in copied) continue
    const names = Object.keys(columns).filter((column) => !isLeftOut(columns[column] ?? 'plain'))
    const theirs = sql.join(
      copied.map((each) => sql`(${each(people)})`),
      sql` or `,
    )
    const sorted = order.filter((column) => names.includes(column)).map((column) => sql.ref(column))
    const { sql: text } = sql`
      select ${sql.join(names.map((column) => sql.ref(column)))} from ${sql.table(name)}
      where ${theirs} order by ${sorted.length > 0 ? sql.join(sorted) : sql`1`}`.compile(db)
    await client.query(`declare copied_${name} scroll cursor with hold for ${text}`)
    const holds = names.flatMap((column) => {
      const it = columns[column]
      return it === undefined || it === 'plain' ? [] : [[column, it.holds] as const]
    })
    opened.push({ name, about, holds: new Map(holds), read: () => readAll(client, name, over) })
  }
  // At this commit the database stores the rows of all cursors.
  await client.query('commit')
  return opened
}

async function* readAll(client: PoolClient, name: keyof DB, over: AbortSignal): AsyncGenerator<CopiedRow> {
  over.throwIfAborted()
  await client.query(`move absolute 0 in copied_${name}`)
  for (let read = 0; ; read += rowsAtOnce) {
    if (read > 0 && read % sweptAfterRows === 0) sweepAllMemory()
    // After an abort nothing more is read: the pool may have given `client` to somebody else.
    over.throwIfAborted()
    const { rows } = await client.query<CopiedRow>(`fetch ${rowsAtOnce} from copied_${name}`)
    for (const row of rows) yield withoutBytes(row)
    if (rows.length < rowsAtOnce) return
  }
}

/** Leaves out bytes, which are hashes and sealed values that tell nobody anything. */
const withoutBytes = (row: CopiedRow): CopiedRow =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => !(value instanceof Uint8Array)))
