import type { Invoice } from '@parley/contract/billing.ts'
import { invoiceAbilities, type InvoiceFacts } from '@parley/contract/rules/billing/invoices.ts'
import type { Viewer } from '@parley/contract/rules/people/people.ts'
import type { InvoiceRow } from './queries.ts'

export const factsOf = (row: InvoiceRow): InvoiceFacts => ({
  organization_id: row.organization_id,
  status: row.status,
  isReissued: row.reissued_as !== null,
})

/** An invoice in the API's format. */
export const presentInvoice = (viewer: Viewer, row: InvoiceRow): Invoice => ({
  id: row.id,
  invoice_num: Number(row.invoice_num),
  start_date: row.start_date,
  end_date: row.end_date,
  amount: Number(row.amount_cents),
  billed_time: sum(row.lines.map((line) => line.billed_time)),
  unbilled_time: sum(row.lines.map((line) => line.unbilled_time)),
  line_items: row.lines,
  from: row.issued_by,
  due: row.due,
  status: row.status,
  status_at: row.status_at.toISOString(),
  issued_at: row.issued_at.toISOString(),
  organization: {
    id: row.organization_id,
    name: row.name,
    displayName: row.billed_name,
    billingAddress: row.billed_address,
    rate: row.rate_cents,
    time_zone: row.time_zone,
  },
  no_show_billed: row.no_show_billed,
  payments: row.payments,
  reissued_as: row.reissued_as,
  reissue_of: row.reissue_of,
  version: row.version,
  abilities: invoiceAbilities(viewer, factsOf(row)),
})

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0)
