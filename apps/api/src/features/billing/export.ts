import { Readable } from 'node:stream'
import { plainListMax } from '@parley/contract/wire/lists.ts'
import { invoiceDate } from '@parley/contract/rules/billing/billing-periods.ts'
import { invoiceNumberText, invoiceStatusShown } from '@parley/contract/rules/billing/invoices.ts'
import type { FileAnswer } from '#platform/http/answers.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { csvPieces } from '#platform/lists/csv.ts'
import { checkOrganization } from './invoices.ts'
import { listInvoices, type InvoiceRow } from './queries.ts'

const heads = ['Invoice', 'Invoice date', 'Period start', 'Period end', 'Due', 'Status', 'Organization']
const lineHeads = [
  'Coach',
  'Coached minutes',
  'Billed minutes',
  'Unbilled minutes',
  'Rate',
  'Subtotal',
  'Currency',
]

/** An organization's invoices as a file: a row for each line, in whole minutes and plain numbers, without any client. */
export async function exportInvoices(ctx: Context<Person>, organizationId: string): Promise<FileAnswer> {
  await checkOrganization(ctx, organizationId)
  const window = { limit: plainListMax, offset: 0 }
  const rows = await listInvoices(ctx.db, ctx.principal, organizationId, {}, window)
  const lines = rows.flatMap(linesOf)
  await audit(ctx.db, actorOf(ctx), ctx.now, {
    action: 'billing.export',
    subjectKind: 'organization',
    subjectId: organizationId,
    organizationId,
    detail: { rows: lines.length },
  })
  return {
    filename: `invoices-${rows[0]?.name ?? 'none'}.csv`,
    type: 'text/csv; charset=utf-8',
    content: Readable.from(csvPieces([[...heads, ...lineHeads], ...lines], ',')),
  }
}

const linesOf = (row: InvoiceRow): string[][] =>
  row.lines.map((line) => [
    invoiceNumberText(Number(row.invoice_num)),
    invoiceDate({ end: row.end_date }),
    row.start_date,
    // The last day, which is the invoice's date, as on screen and paper.
    invoiceDate({ end: row.end_date }),
    row.due,
    invoiceStatusShown(row.status).label,
    row.billed_name,
    line.name,
    String(line.coached_time),
    String(line.billed_time),
    String(line.unbilled_time),
    (row.rate_cents / 100).toFixed(2),
    (line.subtotal / 100).toFixed(2),
    'USD',
  ])
