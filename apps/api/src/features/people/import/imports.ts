import { Readable } from 'node:stream'
import { isAtLeast, type Privs } from '@parley/contract/rules/people/levels.ts'
import type * as contract from '@parley/contract/people.ts'
import type { Answered, Parsed } from '@parley/contract/wire/route.ts'
import type { FileAnswer } from '#platform/http/answers.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { csvPieces, type Delimiter } from '#platform/lists/csv.ts'
import type { Db } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { askedWindow, exactly, pageAnswer } from '#platform/lists/lists.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { importColumns } from '@parley/contract/rules/people/import-columns.ts'
import { storePieces } from './import-reading.ts'
import { countRows, findErrorRows, findRows, summarize, type ImportSummary } from './import-rows.ts'

/** Stores an uploaded file and leaves it to the worker to read. Creates nobody. */
export async function startImport(
  ctx: Context<Person>,
  filename: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ImportSummary> {
  const stored = await ctx.db
    .insertInto('imports')
    .values({
      by_id: ctx.principal.id,
      organization_id: targetFor(ctx.principal),
      filename: filename.replaceAll(/\p{Cc}/gu, ''),
      columns: [],
      delimiter: ',',
      state: 'reading',
      created_at: new Date(ctx.now),
    })
    .returning(['id', 'filename', 'created_at'])
    .executeTakeFirstOrThrow()
  try {
    await storePieces(ctx.db, stored.id, bytes)
  } catch (error) {
    // The file was too large or too slow, or its sender left: delete all of it.
    await ctx.db.deleteFrom('imports').where('id', '=', stored.id).execute()
    throw error
  }
  return inTransaction(ctx.db, async (tx) => {
    await tx
      .updateTable('imports')
      .set({ received_at: new Date(ctx.now) })
      .where('id', '=', stored.id)
      .execute()
    await enqueue(tx, 'people.read-import', { importId: stored.id })
    return summarize(tx, { ...stored, state: 'reading', faults: [] })
  })
}

/** The target organization for this person's file; null if each row names its own. */
function targetFor({ privs, organizationId }: Person): string | null {
  if (isAtLeast(privs, 'Admin')) return null
  if (organizationId === null) throw new Error('below Admin everybody belongs to an organization')
  return organizationId
}

/** OrgAdmins import into their own organization, Admins and above into any, for which null stands (docs/rules.md §3). */
export const mayImportInto = (
  who: { privs: Privs; organizationId: string | null },
  organizationId: string | null,
): boolean =>
  isAtLeast(who.privs, 'Admin') ||
  (isAtLeast(who.privs, 'OrgAdmin') && organizationId !== null && organizationId === who.organizationId)

/** Finds an import. It is visible to everybody who could have made it. */
async function findImport(ctx: Context<Person>, db: Db, importId: string) {
  const found = await db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirst()
  if (!found || !mayImportInto(ctx.principal, found.organization_id)) throw problem('import_not_found')
  // The table's checks allow no other state, and `readClients` returns no other delimiter.
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

/** Hands the good rows to the worker. A stopped import continues where it stopped. */
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
    // If two people press at once, the second request finds the import running.
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

/** No batch begins after this answer, because the worker locks the import's row while it writes one. */
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

/** The refused rows as they were uploaded, with the reason, so that they can be corrected and imported again. */
export async function importErrors(ctx: Context<Person>, importId: string): Promise<FileAnswer> {
  const { columns, delimiter, filename } = await findImport(ctx, ctx.db, importId)
  const shown = columns.flatMap((name) => importColumns.find((column) => column === name) ?? [])
  const rows = await findErrorRows(ctx.db, importId)
  const lines = rows.map((row) => [...shown.map((column) => row[column]), row.error_message ?? ''])
  return {
    filename: `${filename.replace(/\.csv$/i, '')}-errors.csv`,
    type: 'text/csv; charset=utf-8',
    content: Readable.from(csvPieces([[...shown, 'error'], ...lines], delimiter)),
  }
}
