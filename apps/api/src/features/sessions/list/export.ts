import { Readable } from 'node:stream'
import type { z } from 'zod/mini'
import { exportMax, type exportSessions as entry } from '@parley/contract/sessions/sessions.ts'
import { clockIn, dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { isOrgType, statusLabel } from '@parley/contract/rules/sessions/sessions.ts'
import { zoneAmong } from '@parley/contract/rules/time/time-zones.ts'
import { personName } from '@parley/contract/rules/people/people.ts'
import type { FileAnswer } from '#platform/http/answers.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { csvPieces } from '#platform/lists/csv.ts'
import { sessionRows, type SessionRow } from '#features/sessions/queries.ts'
import { findPage } from './list.ts'
import { readListQuery } from './list-query.ts'

const readAtOnce = 500

/** The list as a CSV file, with the rows and columns that the list shows this viewer. */
export async function exportSessions(
  ctx: Context<Person>,
  query: z.output<typeof entry.query>,
): Promise<FileAnswer> {
  const { db, principal, now } = ctx
  const asked = readListQuery(principal, query, now)
  const isFound = asked && (asked.clients ?? asked.coaches ?? asked.pattern) !== undefined
  const window = { offset: 0, limit: isFound ? exportMax.found : exportMax.all }
  const { ids } = asked ? await findPage(db, { ...asked, window }) : { ids: [] }
  const rows: SessionRow[] = []
  for (let i = 0; i < ids.length; i += readAtOnce)
    rows.push(...(await sessionRows(db, principal, ids.slice(i, i + readAtOnce))))
  await audit(db, actorOf(ctx), now, {
    action: 'sessions.export',
    subjectKind: 'person',
    subjectId: principal.id,
    organizationId: principal.organizationId,
    detail: { rows: rows.length },
  })
  const { time_zone, organization } = principal.profile
  const zone = zoneAmong(time_zone, organization?.time_zone)
  const columns = columnsFor(principal, zone)
  return {
    filename: `sessions-${dayIn(now, zone)}.csv`,
    type: 'text/csv; charset=utf-8',
    content: Readable.from(csvPieces(linesOf(rows, columns), ',')),
  }
}

/** Generates each line on demand: formatting a date in a zone costs more than the rest of the line. */
function* linesOf(rows: readonly SessionRow[], columns: readonly Column[]): Generator<string[]> {
  yield columns.map(({ head }) => head)
  for (const row of rows) yield columns.map(({ cell }) => cell(row))
}

interface Column {
  head: string
  cell: (row: SessionRow) => string
}

/** The file has the columns coach, organization and billing for the same viewers as the list (docs/rules.md §3). */
function columnsFor({ privs }: Person, zone: string): Column[] {
  const moment = (at: Date): string => `${dayIn(at.getTime(), zone)} ${clockIn(at.getTime(), zone)}`
  const isOrg = (row: SessionRow): boolean => isOrgType(row)
  return [
    { head: 'Title', cell: (row) => row.title },
    { head: 'Type', cell: (row) => (isOrg(row) ? 'Org' : 'Individual') },
    { head: 'Status', cell: (row) => statusLabel(row.status) },
    { head: 'Start', cell: (row) => moment(row.start_time) },
    { head: 'End', cell: (row) => moment(row.end_time) },
    { head: 'Time zone', cell: () => zone },
    { head: 'Client or participants', cell: (row) => row.participants.map(personName).join('; ') },
    {
      head: 'Client username',
      cell: (row) => (isOrg(row) ? '' : row.participants.map(({ username }) => username).join('; ')),
    },
    ...(isAtLeast(privs, 'OrgAdmin')
      ? [
          {
            head: 'Coach',
            cell: (row: SessionRow) => `${row.coach_first_name} ${row.coach_last_name}`.trim(),
          },
        ]
      : []),
    ...(isAtLeast(privs, 'Admin')
      ? [
          { head: 'Organization', cell: (row: SessionRow) => row.organization_name },
          { head: 'Billable', cell: (row: SessionRow) => (row.billable ? 'Yes' : 'No') },
        ]
      : []),
  ]
}
