import { isAtLeast, type Privs } from '@parley/contract/rules/levels.ts'
import type * as contract from '@parley/contract/people.ts'
import type { Answered, Parsed } from '@parley/contract/route.ts'
import { actorOf, audit } from '#platform/audit.ts'
import type { Context, Person } from '#platform/context.ts'
import { writeCsv, type Delimiter } from '#platform/csv.ts'
import type { Db } from '#platform/database.ts'
import { enqueue } from '#platform/jobs.ts'
import { askedWindow, exactly, pageAnswer } from '#platform/lists.ts'
import { problem } from '#platform/problem.ts'
import { inTransaction } from '#platform/transactions.ts'
import { errorColumn, importColumns, readClients, type ImportColumn } from './import-csv.ts'
import { judgeRows, repeatedUsernames, type Fault } from './import-judge.ts'
import {
  countRows,
  findErrorRows,
  findRows,
  storeRows,
  summarize,
  type ImportSummary,
} from './import-rows.ts'

const requiredColumns: readonly ImportColumn[] = ['first_name', 'last_name', 'username', 'email']

/** Reads a file and stores what would become of each row. Writes nobody. */
export async function startImport(
  ctx: Context<Person>,
  { filename, csv }: Parsed<typeof contract.startImport>['body'],
): Promise<ImportSummary> {
  const target = targetFor(ctx.principal)
  const required: readonly ImportColumn[] = target ? requiredColumns : [...requiredColumns, 'organization']
  const { columns, delimiter, rows } = readClients(csv, required)
  const faults = repeatedUsernames(rows)
  const fates = await judgeRows(ctx.db, target, rows)
  rows.forEach(({ row, hasSurplus }, i) => {
    const fate = fates[i]
    if (hasSurplus) faults.set(row, surplus)
    else if (fate && 'fault' in fate) faults.set(row, fate.fault)
  })
  return inTransaction(ctx.db, async (tx) => {
    const stored = await tx
      .insertInto('imports')
      .values({
        by_id: ctx.principal.id,
        organization_id: target,
        filename: filename.replaceAll(/\p{Cc}/gu, ''),
        columns,
        delimiter,
        state: 'preview',
        created_at: new Date(ctx.now),
      })
      .returning(['id', 'filename', 'created_at'])
      .executeTakeFirstOrThrow()
    await storeRows(tx, stored.id, rows, (row) => faults.get(row))
    return summarize(tx, { ...stored, state: 'preview' })
  })
}

/** Where the rows of this person's file go; null: where each says. */
function targetFor({ privs, organizationId }: Person): string | null {
  if (isAtLeast(privs, 'Admin')) return null
  if (organizationId === null) throw new Error('below Admin everybody belongs to an organization')
  return organizationId
}

const surplus: Fault = { field: 'row', message: 'This row has more cells than the header' }

/** docs/rules.md §3: OrgAdmin into the own organization, Admin and above into any, which null stands for. */
export const mayImportInto = (
  who: { privs: Privs; organizationId: string | null },
  organizationId: string | null,
): boolean =>
  isAtLeast(who.privs, 'Admin') ||
  (isAtLeast(who.privs, 'OrgAdmin') && organizationId !== null && organizationId === who.organizationId)

/** An import is there for whoever could have made it. */
async function findImport(ctx: Context<Person>, db: Db, importId: string) {
  const found = await db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirst()
  if (!found || !mayImportInto(ctx.principal, found.organization_id)) throw problem('import_not_found')
  // The table's checks know no other state and no other delimiter comes out of `readClients`.
  return { ...found, state: found.state as ImportSummary['state'], delimiter: found.delimiter as Delimiter }
}

export async function getImport(ctx: Context<Person>, importId: string): Promise<ImportSummary> {
  return summarize(ctx.db, await findImport(ctx, ctx.db, importId))
}

export async function listImportRows(
  ctx: Context<Person>,
  importId: string,
  asked: Parsed<typeof contract.listImportRows>['query'],
): Promise<Answered<typeof contract.listImportRows>> {
  await findImport(ctx, ctx.db, importId)
  const window = askedWindow({ page: asked.page ?? 1, limit: asked.limit })
  const { entries, entryCount } = await findRows(ctx.db, importId, asked, window)
  return pageAnswer(entries, exactly(entryCount), asked)
}

/** Hands the good rows to the worker. A stopped import goes on where it stopped. */
export function runImport(ctx: Context<Person>, importId: string): Promise<ImportSummary> {
  return inTransaction(ctx.db, async (tx) => {
    const found = await findImport(ctx, tx, importId)
    const counts = await countRows(tx, importId)
    if (counts.good === 0) throw problem('import_not_ready')
    const begun = await tx
      .updateTable('imports')
      .set({ state: 'running', run_by_id: ctx.principal.id })
      .where('id', '=', importId)
      .where('state', 'in', ['preview', 'stopped'])
      .executeTakeFirst()
    // Two who press at once: the second finds it running.
    if (begun.numUpdatedRows !== 1n) throw problem('import_not_ready')
    await audit(tx, actorOf(ctx), ctx.now, {
      action: 'people.import-run',
      subjectKind: 'import',
      subjectId: importId,
      organizationId: found.organization_id,
      detail: { good: counts.good + counts.written, errors: counts.error },
    })
    await enqueue(tx, 'people.import', { importId })
    return summarize(tx, { ...found, state: 'running' })
  })
}

/** No batch begins after this answer: the worker holds the import's row while it writes one. */
export function stopImport(ctx: Context<Person>, importId: string): Promise<ImportSummary> {
  return inTransaction(ctx.db, async (tx) => {
    const found = await findImport(ctx, tx, importId)
    const stopped = await tx
      .updateTable('imports')
      .set({ state: 'stopped' })
      .where('id', '=', importId)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (stopped.numUpdatedRows !== 1n) return summarize(tx, await findImport(ctx, tx, importId))
    const summary = await summarize(tx, { ...found, state: 'stopped' })
    await audit(tx, actorOf(ctx), ctx.now, {
      action: 'people.import-stop',
      subjectKind: 'import',
      subjectId: importId,
      organizationId: found.organization_id,
      detail: { written: summary.written, errors: summary.errors },
    })
    return summary
  })
}

/** The rows that were not taken, as they came, with the reason: to be mended and imported again. */
export async function importErrors(
  ctx: Context<Person>,
  importId: string,
): Promise<Answered<typeof contract.importErrors>> {
  const { columns, delimiter, filename } = await findImport(ctx, ctx.db, importId)
  const shown = columns.flatMap((name) => importColumns.find((column) => column === name) ?? [])
  const rows = await findErrorRows(ctx.db, importId)
  const lines = rows.map((row) => [...shown.map((column) => row[column]), row.error_message ?? ''])
  return {
    filename: `${filename.replace(/\.csv$/i, '')}-errors.csv`,
    csv: writeCsv([[...shown, errorColumn], ...lines], delimiter),
  }
}
