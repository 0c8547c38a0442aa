import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Invoice, updateInvoice as entry } from '@parley/contract/billing.ts'
import { invoiceStatuses, isPayable, statusesAfter } from '@parley/contract/rules/billing/invoices.ts'
import { seersOfInvoices } from '#platform/live/audiences.ts'
import { actorOf, system } from '#platform/audit/audit.ts'
import type { Context, Person, Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockBilling } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { note } from './history.ts'
import { readInvoice } from './invoices.ts'
import { withoutCheckout } from './payment/checkouts.ts'
import { factsOf, presentInvoice } from './present.ts'
import type { InvoiceRow } from './queries.ts'

/** Changes a status. Setting the one that the invoice already has changes nothing. */
export async function changeStatus(
  ctx: Context<Person>,
  invoiceId: string,
  change: z.output<typeof entry.body>,
): Promise<Invoice> {
  const invoice = await withoutCheckout(ctx, invoiceId, {
    closes: (before) => !isPayable(change.status) && mayBecome(before, change),
    work: (tx, before) => setStatus(tx, ctx, before, change),
  })
  await publishInvoices(ctx.platform, [invoice])
  return presentInvoice(ctx.principal, invoice)
}

type Change = z.output<typeof entry.body>

/** Whether there is something to change; throws if the change is not allowed. */
function mayBecome(before: InvoiceRow, { status, version }: Change): boolean {
  if (version !== undefined && version !== before.version) throw problem('stale')
  if (before.status === status) return false
  if (!statusesAfter(factsOf(before)).includes(status)) throw problem('invoice_reissued')
  return true
}

async function setStatus(
  tx: Db,
  ctx: Context<Person>,
  before: InvoiceRow,
  change: Change,
): Promise<InvoiceRow> {
  if (!mayBecome(before, change)) return before
  const { status } = change
  await tx
    .updateTable('invoices')
    .set({ status, status_at: new Date(ctx.now) })
    .where('id', '=', before.id)
    .execute()
  const detail = { status: { from: before.status, to: status } }
  await note(tx, actorOf(ctx), ctx.now, [
    { invoiceId: before.id, organizationId: before.organization_id, action: 'status', detail },
  ])
  return readInvoice({ db: tx, principal: ctx.principal }, before.id)
}

export async function publishInvoices(
  { live }: Pick<Platform, 'live'>,
  invoices: readonly { id: string; organization_id: string; version: number }[],
): Promise<void> {
  for (const { id, organization_id, version } of invoices)
    await live.publish(seersOfInvoices(organization_id), { kind: 'invoice', id, version })
}

const atOnceMax = 100

/**
 * Marks invoices past due that are unpaid so many days after their due day. The date does this to an invoice only once,
 * whatever its status becomes later.
 */
export async function markPastDue({
  database: { db },
  clock,
  config,
  live,
}: Pick<Platform, 'database' | 'clock' | 'config' | 'live'>): Promise<void> {
  for (;;) {
    const marked = await inTransaction(db, (tx) => markSome(tx, clock(), config.pastDueDays))
    await publishInvoices({ live }, marked)
    if (marked.length === 0) return
  }
}

async function markSome(tx: Db, now: number, days: number) {
  const overdue = await tx
    .selectFrom('invoices as i')
    .innerJoin('organizations as o', 'o.id', 'i.organization_id')
    .select(['i.id', 'i.organization_id'])
    .where(isPending)
    // No clock is more than a day ahead of this one, so the index finds what could be due, and each organization's clock
    // decides.
    .where(sql<boolean>`i.due <= ${new Date(now)}::date + 1 - ${days}::int`)
    .where(
      sql<boolean>`i.due + ${days}::int <= (${new Date(now)}::timestamptz at time zone o.time_zone)::date`,
    )
    .limit(atOnceMax)
    .execute()
  if (overdue.length === 0) return []
  await lockBilling(
    tx,
    overdue.map((row) => row.organization_id),
  )
  const at = new Date(now)
  const marked = await tx
    .updateTable('invoices as i')
    .set({ status: invoiceStatuses.PastDue, status_at: at, past_due_at: at })
    .where(
      'i.id',
      'in',
      overdue.map((row) => row.id),
    )
    .where(isPending)
    .returning(['i.id', 'i.organization_id', 'i.version'])
    .execute()
  const detail = { status: { from: invoiceStatuses.Pending, to: invoiceStatuses.PastDue } }
  await note(
    tx,
    system,
    now,
    marked.map((row) => ({
      invoiceId: row.id,
      organizationId: row.organization_id,
      action: 'status',
      detail,
    })),
  )
  return marked
}

const isPending = sql<boolean>`i.status = ${invoiceStatuses.Pending} and i.past_due_at is null`
