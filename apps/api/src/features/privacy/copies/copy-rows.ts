import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Db } from '#platform/database.ts'
import type { DB } from '#platform/database-types.ts'
import { sweepAllMemory } from '#platform/sweep-memory.ts'
import type { Column, Table } from '#features/privacy/personal-data/entries.ts'
import { personalData } from '#features/privacy/personal-data/personal-data.ts'

const rowsAtOnce = 500
const sweptAfterRows = 5000

export type CopiedRow = Readonly<Record<string, unknown>>

/** A table of the map, as a copy has it. */
export interface CopiedTable {
  name: keyof DB
  about: string
  /** By column: what it holds. */
  holds: ReadonlyMap<string, string>
  /** Their rows, from the first to the last, as often as one asks. */
  read: () => AsyncGenerator<CopiedRow>
}

/** In this order, as far as a table has them: the sessions one after the other, and each from its beginning. */
const order = ['session_id', 'start_time', 'at', 'asked_at', 'created_at', 'number', 'id']

/** Opens doors, or is made of other columns. */
const isLeftOut = (column: Column): boolean =>
  column !== 'plain' && (column.isSecret === true || ('becomes' in column && column.value === undefined))

type Mapped = Pick<Table<object>, 'about' | 'rows' | 'copied'> & { columns: Readonly<Record<string, Column>> }

/**
 * Opens somebody's rows in every table, as they stood at one moment. The database keeps them and they are fetched some at
 * a time, so memory does not grow with their number. `client` is the caller's alone; after `over` it is asked for no more.
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
  // The rows of all of them are put aside now.
  await client.query('commit')
  return opened
}

async function* readAll(client: PoolClient, name: keyof DB, over: AbortSignal): AsyncGenerator<CopiedRow> {
  over.throwIfAborted()
  await client.query(`move absolute 0 in copied_${name}`)
  for (let read = 0; ; read += rowsAtOnce) {
    if (read > 0 && read % sweptAfterRows === 0) sweepAllMemory()
    // Nothing else of the copy is read then: `client` may be somebody else's by now.
    over.throwIfAborted()
    const { rows } = await client.query<CopiedRow>(`fetch ${rowsAtOnce} from copied_${name}`)
    for (const row of rows) yield withoutBytes(row)
    if (rows.length < rowsAtOnce) return
  }
}

/** Bytes are hashes and seals, which say nothing to anybody. */
const withoutBytes = (row: CopiedRow): CopiedRow =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => !(value instanceof Uint8Array)))
