import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockImport } from '#platform/database/locks.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { requiredColumns } from '@parley/contract/rules/people/import-columns.ts'
import { readClients, UnreadableFile, type ReadFile, type ReadRow } from './import-csv.ts'
import { judgeRows, repeatedUsernames, type Fault } from './import-judge.ts'
import { storeRows } from './import-rows.ts'

/** About as much as one statement carries comfortably. */
const pieceBytes = 256 * 1024

/** Stores a file while it is uploaded, with only one piece of it in memory. */
export async function storePieces(db: Db, importId: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let n = 0
  for await (const piece of piecesOf(bytes)) {
    await db.insertInto('import_pieces').values({ import_id: importId, n, bytes: piece }).execute()
    n += 1
  }
}

async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    size += chunk.length
    if (size < pieceBytes) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Reads a completely received file and stores the fate of each row. Runs in the worker. */
export async function readImport(
  { database, live }: Pick<Platform, 'database' | 'live'>,
  importId: string,
): Promise<void> {
  const tell = await inTransaction(database.db, async (tx) => {
    // Only one worker reads a file at a time; a second one finds it read.
    await lockImport(tx, importId)
    const found = await tx
      .selectFrom('imports')
      .select(['by_id', 'organization_id'])
      .where('id', '=', importId)
      .where('state', '=', 'reading')
      .where('received_at', 'is not', null)
      .executeTakeFirst()
    if (!found) return undefined
    const read = await readFile(await textOf(tx, importId), found.organization_id)
    if ('faults' in read) await setRead(tx, importId, { state: 'unreadable', faults: [...read.faults] })
    else await preview(tx, importId, found.organization_id, read)
    await tx.deleteFrom('import_pieces').where('import_id', '=', importId).execute()
    return found.by_id
  })
  if (tell) await live.publish([`person:${tell}`], { kind: 'import', id: importId })
}

/** Files that were received but never read because their job was given up. */
export async function unreadImports(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'reading')
    .where('received_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function textOf(tx: Db, importId: string): Promise<string> {
  const pieces = await tx
    .selectFrom('import_pieces')
    .select('bytes')
    .where('import_id', '=', importId)
    .orderBy('n')
    .execute()
  // Bytes that are not UTF-8 become U+FFFD, which `readClients` refuses.
  return new TextDecoder().decode(Buffer.concat(pieces.map(({ bytes }) => bytes)))
}

async function readFile(
  csv: string,
  organizationId: string | null,
): Promise<ReadFile | { faults: readonly string[] }> {
  try {
    // An Admin's file names the organization of each row.
    return await readClients(csv, requiredColumns(!organizationId))
  } catch (error) {
    if (error instanceof UnreadableFile) return { faults: error.faults }
    throw error
  }
}

async function preview(
  tx: Db,
  importId: string,
  organizationId: string | null,
  { rows, columns, delimiter }: ReadFile,
): Promise<void> {
  const faults = await faultsOf(tx, organizationId, rows)
  await storeRows(tx, importId, rows, (row) => faults.get(row))
  await setRead(tx, importId, { state: 'preview', columns, delimiter })
}

const surplus: Fault = { field: 'row', message: 'This row has more cells than the header' }

async function faultsOf(
  tx: Db,
  organizationId: string | null,
  rows: readonly ReadRow[],
): Promise<Map<number, Fault>> {
  const faults = repeatedUsernames(rows)
  const fates = await judgeRows(tx, organizationId, rows)
  rows.forEach(({ row, hasSurplus }, i) => {
    const fate = fates[i]
    if (hasSurplus) faults.set(row, surplus)
    else if (fate && 'fault' in fate) faults.set(row, fate.fault)
  })
  return faults
}

type Read =
  | { state: 'unreadable'; faults: string[] }
  | { state: 'preview'; columns: string[]; delimiter: string }

const setRead = (tx: Db, importId: string, read: Read) =>
  tx.updateTable('imports').set(read).where('id', '=', importId).execute()
