import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockBilling } from '#platform/database/locks.ts'
import { readInvoice } from './invoices.ts'
import type { InvoiceRow } from './queries.ts'

/** Reads the invoice under a lock, so that nobody else writes on an invoice of its organization. */
export async function lockInvoice(tx: Db, ctx: Context<Person>, invoiceId: string): Promise<InvoiceRow> {
  const inside = { db: tx, principal: ctx.principal }
  await lockBilling(tx, [(await readInvoice(inside, invoiceId)).organization_id])
  return readInvoice(inside, invoiceId)
}
