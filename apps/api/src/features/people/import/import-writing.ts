import { sql } from 'kysely'
import { isLevel } from '@parley/contract/rules/people/levels.ts'
import { audit, auditAll, type Actor } from '#platform/audit/audit.ts'
import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { sweepRows } from '#platform/database/sweep.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { lockImport, lockPeopleByUsername, type LockedPerson } from '#platform/database/locks.ts'
import { importColumns } from '@parley/contract/rules/people/import-columns.ts'
import { coachNames, judgeRows, usernameTaken, type Fault, type ImportedClient } from './import-judge.ts'
import { readImport, unreadImports } from './import-reading.ts'
import { countRows } from './import-rows.ts'
import { mayImportInto } from './imports.ts'

/** Small enough that Stop takes effect within some hundredths of a second and the progress visibly moves. */
const batchRows = 100

const keptMs = 30 * 24 * 3_600_000

type WorkerPlatform = Pick<Platform, 'database' | 'live' | 'clock'>

/**
 * Writes the good rows of an import, batch by batch. People and the states of their rows are committed together, so a kill
 * at any point loses the whole batch or nothing, and the next run continues after it [IMPORT-03].
 */
export async function writeImport(
  { database, live, clock }: WorkerPlatform,
  importId: string,
): Promise<void> {
  for (;;) {
    const batch = await inTransaction(database.db, (tx) => writeBatch(tx, importId, clock()))
    for (const person of batch.tell)
      await live.publish([`person:${person}`], { kind: 'import', id: importId })
    if (!batch.isMore) return
  }
}

/** Continues imports whose job was given up. The import row, not the queue, says whether an import is running. */
export async function resumeImports(platform: WorkerPlatform): Promise<void> {
  for (const id of await unreadImports(platform.database.db)) await readImport(platform, id)
  const running = await platform.database.db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'running')
    .orderBy('id')
    .execute()
  for (const { id } of running) await writeImport(platform, id)
}

/**
 * Deletes old imports with their rows, which hold names; the audit keeps what was done. Only a few per statement, because
 * their rows are deleted with them.
 */
export async function sweepImports(db: Db, now: number): Promise<void> {
  await sweepRows(db, 'imports', sql`created_at < ${new Date(now - keptMs)}`, 10)
}

interface Batch {
  tell: string[]
  isMore: boolean
}

async function writeBatch(tx: Db, importId: string, now: number): Promise<Batch> {
  // With this lock only one worker writes an import at a time, and Stop waits for the end of a batch.
  await lockImport(tx, importId)
  const found = await tx
    .selectFrom('imports')
    .select(['id', 'by_id', 'run_by_id', 'organization_id'])
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (!found?.run_by_id) return { tell: [], isMore: false }
  const tell = [...new Set([found.by_id, found.run_by_id])]
  const by: Actor = { id: found.run_by_id, address: null, requestId: null }
  const rows = await nextRows(tx, importId)
  const locked = await lockPeopleByUsername(tx, coachNames(rows), found.run_by_id)
  if (!mayStillImport(locked, found.run_by_id, found.organization_id)) {
    await endImport(tx, by, now, found, 'stopped')
    return { tell, isMore: false }
  }
  if (rows.length === 0) {
    await endImport(tx, by, now, found, 'done')
    return { tell, isMore: false }
  }
  await writeRows(tx, importId, await decide(tx, found.organization_id, rows, locked), by, now)
  return { tell, isMore: true }
}

/** A person who was demoted, moved or deleted since they started the import may not import anybody any more. */
function mayStillImport(
  locked: readonly LockedPerson[],
  personId: string,
  organizationId: string | null,
): boolean {
  const person = locked.find(({ id, deleted_at }) => id === personId && !deleted_at)
  if (!person || !isLevel(person.privs)) return false
  return mayImportInto({ privs: person.privs, organizationId: person.organization_id }, organizationId)
}

async function endImport(
  tx: Db,
  by: Actor,
  now: number,
  { id, organization_id }: { id: string; organization_id: string | null },
  state: 'done' | 'stopped',
): Promise<void> {
  await tx.updateTable('imports').set({ state }).where('id', '=', id).execute()
  const { written, error } = await countRows(tx, id)
  await audit(tx, by, now, {
    action: state === 'done' ? 'people.import-done' : 'people.import-stop',
    subjectKind: 'import',
    subjectId: id,
    organizationId: organization_id,
    detail: { written, errors: error },
  })
}

const nextRows = (tx: Db, importId: string) =>
  tx
    .selectFrom('import_rows')
    .select(['row', ...importColumns])
    .where('import_id', '=', importId)
    .where('state', '=', 'good')
    .orderBy('row')
    .limit(batchRows)
    .execute()

interface Decided {
  clients: (ImportedClient & { row: number })[]
  faults: (Fault & { row: number })[]
}

async function decide(
  tx: Db,
  organizationId: string | null,
  rows: Awaited<ReturnType<typeof nextRows>>,
  locked: readonly LockedPerson[],
): Promise<Decided> {
  const fates = await judgeRows(tx, organizationId, rows, locked)
  const decided: Decided = { clients: [], faults: [] }
  rows.forEach(({ row }, i) => {
    const fate = fates[i]
    if (!fate) throw new Error(`row ${row} was not judged`)
    if ('client' in fate) decided.clients.push({ row, ...fate.client })
    else decided.faults.push({ row, ...fate.fault })
  })
  return decided
}

async function writeRows(
  tx: Db,
  importId: string,
  { clients, faults }: Decided,
  by: Actor,
  now: number,
): Promise<void> {
  const made = await insertClients(tx, clients)
  const written = clients.filter(({ username }) => made.has(username))
  // Another transaction took the username between the check and the insert of this batch [IMPORT-04].
  const late = clients
    .filter(({ username }) => !made.has(username))
    .map(({ row }) => ({ row, ...usernameTaken }))
  await markWritten(
    tx,
    importId,
    written.map(({ row, username }) => ({ row, personId: made.get(username) ?? '' })),
  )
  await markFaults(tx, importId, [...faults, ...late])
  await auditAll(
    tx,
    by,
    now,
    written.map(({ username, organization_id, coach_id }) => ({
      action: 'people.create',
      subjectKind: 'person',
      subjectId: made.get(username) ?? '',
      organizationId: organization_id,
      detail: { privs: 0, coach_id, import: importId },
    })),
  )
}

/**
 * Inserts the clients and returns the ids of those inserted. An existing username creates and changes nobody [IMPORT-02].
 */
async function insertClients(tx: Db, clients: readonly ImportedClient[]): Promise<Map<string, string>> {
  if (clients.length === 0) return new Map()
  const made = await tx
    .insertInto('people')
    .values(
      // Sorted by username, so that two imports of the same names wait for each other in one order.
      clients.toSorted(byUsername).map((client) => ({
        privs: 0,
        first_name: client.first_name,
        last_name: client.last_name,
        username: client.username,
        email: client.email,
        organization_id: client.organization_id,
        coach_id: client.coach_id,
        time_zone: client.time_zone,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'username'])
    .execute()
  return new Map(made.map(({ id, username }) => [username, id]))
}

const byUsername = (a: ImportedClient, b: ImportedClient): number => (a.username < b.username ? -1 : 1)

async function markWritten(tx: Db, importId: string, written: readonly { row: number; personId: string }[]) {
  await sql`
    update import_rows r set state = 'written', person_id = w.person_id
    from unnest(${written.map(({ row }) => row)}::integer[], ${written.map(({ personId }) => personId)}::uuid[])
      as w(row, person_id)
    where r.import_id = ${importId} and r.row = w.row`.execute(tx)
}

async function markFaults(tx: Db, importId: string, faults: readonly (Fault & { row: number })[]) {
  await sql`
    update import_rows r set state = 'error', error_field = f.field, error_message = f.message
    from unnest(${faults.map(({ row }) => row)}::integer[], ${faults.map(({ field }) => field)}::text[],
      ${faults.map(({ message }) => message)}::text[]) as f(row, field, message)
    where r.import_id = ${importId} and r.row = f.row`.execute(tx)
}
