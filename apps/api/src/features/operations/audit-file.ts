import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { auditFileMax, type AuditEntry, type auditFile as fileEntry } from '@parley/contract/operations.ts'
import { actText, kindText, subjectText, whoText } from '@parley/contract/rules/audit/audit-acts.ts'
import { changesOf, changeText } from '@parley/contract/rules/audit/audit-changes.ts'
import { levelText } from '@parley/contract/rules/people/levels.ts'
import type { FileAnswer } from '#platform/http/answers.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { writeCsv } from '#platform/lists/csv.ts'
import { matching } from './audit-conditions.ts'
import { presentEntries } from './audit-entries.ts'
import { readEntries } from './audit-rows.ts'

/** The list as a file: newest first, read and sent piece by piece. */
export async function auditFile(
  ctx: Context<Person>,
  query: z.output<typeof fileEntry.query>,
): Promise<FileAnswer> {
  const conditions = await matching(ctx, query)
  return {
    filename: `audit-${new Date(ctx.now).toISOString().slice(0, 10)}.csv`,
    type: 'text/csv; charset=utf-8',
    content: Readable.from(pieces()),
  }

  async function* pieces(): AsyncGenerator<string> {
    yield writeCsv([columns])
    let before = conditions
    for (let sent = 0; sent < auditFileMax; sent += pieceRows) {
      const rows = await readEntries(ctx.db, before, { turn: 'desc', limit: pieceRows })
      const last = rows.at(-1)
      if (!last) return
      yield writeCsv((await presentEntries(ctx, rows)).map(cellsOf), ',', false)
      before = [...conditions, sql<boolean>`(a.at, a.id) < (${last.at}, ${last.id}::bigint)`]
    }
  }
}

const pieceRows = 500

const columns = [
  'When (UTC)',
  'Who',
  'Level',
  'What',
  'On',
  'Name',
  'Organization',
  'Change',
  'Address',
  'Id',
]

function cellsOf(entry: AuditEntry): string[] {
  const level = entry.by?.privs
  const changes = changesOf(entry.detail, (instant) => instant).map(changeText)
  return [
    entry.at,
    whoText(entry),
    entry.byLink ? 'By personal link' : typeof level === 'number' ? levelText(level) : '',
    actText(entry.action),
    kindText(entry.subject.kind),
    subjectText(entry.subject),
    entry.organization ?? '',
    changes.join('; '),
    entry.address ?? '',
    entry.subject.id ?? '',
  ]
}
