import type { z } from 'zod/mini'
import type { Invoice, listInvoices as listEntry } from '@parley/contract/billing.ts'
import { isInvoiceInScope } from '@parley/contract/rules/billing/invoices.ts'
import { isOrganizationThere } from '#features/organizations/organizations.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { askedWindow, pageAnswer } from '#platform/lists/lists.ts'
import { problem } from '#platform/http/problem.ts'
import { presentInvoice } from './present.ts'
import { countInvoices, findInvoice, listInvoices, type InvoiceRow } from './queries.ts'
import type { Db } from '#platform/database/database.ts'
import { lockBilling } from '#platform/database/locks.ts'

export async function listOfOrganization(
  ctx: Context<Person>,
  organizationId: string,
  query: z.output<typeof listEntry.query>,
) {
  await checkOrganization(ctx, organizationId)
  const [rows, count] = await Promise.all([
    listInvoices(ctx.db, ctx.principal, organizationId, query, askedWindow(query)),
    countInvoices(ctx.db, ctx.principal, organizationId, query),
  ])
  const entries = rows.map((row) => presentInvoice(ctx.principal, row))
  if (query.page !== undefined) return pageAnswer(entries, count, query)
  ctx.setHeader('x-entry-count', String(count.entryCount))
  return entries
}

/** Refuses an organization that does not exist or whose invoices the caller may not see. */
export async function checkOrganization(
  { db, principal }: Context<Person>,
  organizationId: string,
): Promise<void> {
  const isSeen =
    isInvoiceInScope(principal, organizationId) && (await isOrganizationThere(db, organizationId))
  if (!isSeen) throw problem('organization_not_found')
}

export async function getInvoice(ctx: Context<Person>, invoiceId: string): Promise<Invoice> {
  return presentInvoice(ctx.principal, await readInvoice(ctx, invoiceId))
}

export async function readInvoice(
  { db, principal }: Pick<Context<Person>, 'db' | 'principal'>,
  invoiceId: string,
): Promise<InvoiceRow> {
  const row = await findInvoice(db, principal, invoiceId)
  if (!row) throw problem('invoice_not_found')
  return row
}

/** Reads the invoice under a lock, so that nobody else writes on an invoice of its organization. */
export async function lockInvoice(tx: Db, ctx: Context<Person>, invoiceId: string): Promise<InvoiceRow> {
  const inside = { db: tx, principal: ctx.principal }
  await lockBilling(tx, [(await readInvoice(inside, invoiceId)).organization_id])
  return readInvoice(inside, invoiceId)
}
