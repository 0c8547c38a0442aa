import { sql } from 'kysely'
import { reissueInvoice as entry, type Invoice } from '@parley/contract/billing.ts'
import { billOf } from '@parley/contract/rules/billing/billing.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { invoiceStatuses } from '@parley/contract/rules/billing/invoices.ts'
import { actorOf } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { once, type Once } from '#platform/http/idempotency.ts'
import { enqueueAll } from '#platform/jobs/jobs.ts'
import { problem } from '#platform/http/problem.ts'
import { note } from './history.ts'
import { readInvoice, lockInvoice } from './invoices.ts'
import { issue, type Issuing } from './issue.ts'
import { presentInvoice } from './present.ts'
import type { InvoiceRow } from './queries.ts'
import { coachedTimes, noteStayed } from './run.ts'
import { closeCheckout, openCheckoutOf } from './payment/checkouts.ts'
import { hasMoney } from './payment/payments.ts'
import { publishInvoices } from './status.ts'

/**
 * Voids an invoice and issues its sessions again as they are now, for the same period and by the same terms. The old number
 * stays on a void invoice, and no session is ever without an invoice.
 */
export async function reissue(ctx: Context<Person>, invoiceId: string): Promise<Once<Invoice>> {
  const reader = (tx: Db) => ({ db: tx, principal: ctx.principal })
  // `once` throws every refusal, after it has looked for a stored answer, so that a repeated call finds its own work done.
  const refusal = await refusalOf(ctx.db, await readInvoice(ctx, invoiceId))
  // The payment service is not asked in a transaction. If a page is opened in between, the work refuses.
  if (!refusal) await closeCheckout(ctx, invoiceId)
  const made = await once<Invoice>(
    ctx,
    entry,
    { invoiceId },
    {
      authorize: async (tx) => void (await readInvoice(reader(tx), invoiceId)),
      work: async (tx) => {
        const before = await lockInvoice(tx, ctx, invoiceId)
        const refusal = await refusalOf(tx, before)
        if (refusal) throw problem(refusal)
        if (await openCheckoutOf(tx, invoiceId)) throw problem('payment_page_open')
        const newId = await issueAnew(tx, before, { from: ctx.platform.config.invoiceFrom, now: ctx.now })
        await tx.updateTable('invoices').set({ reissued_as: newId }).where('id', '=', invoiceId).execute()
        const ofOrganization = { organizationId: before.organization_id, action: 'reissued' } as const
        await note(tx, actorOf(ctx), ctx.now, [
          { ...ofOrganization, invoiceId, detail: { as: newId } },
          { ...ofOrganization, invoiceId: newId, detail: { of: invoiceId } },
        ])
        await enqueueAll(tx, 'billing.send', [{ invoiceId: newId }])
        return presentInvoice(ctx.principal, await readInvoice(reader(tx), newId))
      },
    },
  )
  const told = await Promise.all([invoiceId, made.id].map((one) => readInvoice(ctx, one)))
  await publishInvoices(ctx.platform, told)
  return made
}

/** Why an invoice may not be issued again, if so. Money that was paid for it and not refunded would be asked for twice. */
async function refusalOf(
  db: Db,
  invoice: InvoiceRow,
): Promise<'invoice_reissued' | 'invoice_paid' | undefined> {
  if (invoice.reissued_as) return 'invoice_reissued'
  const isPaid = invoice.status === invoiceStatuses.Paid || (await hasMoney(db, invoice.id))
  return isPaid ? 'invoice_paid' : undefined
}

async function issueAnew(tx: Db, before: InvoiceRow, issuing: Issuing): Promise<string> {
  const { now } = issuing
  await takeAnew(tx, before.run_id, now)
  const terms = { rate: before.rate_cents, noShowBilled: before.no_show_billed }
  const times = await coachedTimes(tx, [before.run_id])
  const bill = billOf(times.get(before.run_id) ?? [], terms)
  if (bill.billed === 0) throw problem('nothing_billed')
  await tx
    .updateTable('invoices')
    .set({ status: invoiceStatuses.Void, status_at: new Date(now) })
    .where('id', '=', before.id)
    .where('status', '<>', invoiceStatuses.Void)
    .execute()
  const organization = await tx
    .selectFrom('organizations')
    .select(['display_name', 'billing_address'])
    .where('id', '=', before.organization_id)
    .executeTakeFirstOrThrow()
  const [id = ''] = await issue(
    tx,
    [
      {
        runId: before.run_id,
        organizationId: before.organization_id,
        period: { start: before.start_date, end: before.end_date },
        zone: before.time_zone,
        terms,
        billedName: organization.display_name,
        billedAddress: organization.billing_address,
        due: dayIn(now, before.time_zone),
        bill,
      },
    ],
    issuing,
  )
  return id
}

/** Sessions that were corrected while their invoice was void count as they are now. */
async function takeAnew(tx: Db, runId: string, now: number): Promise<void> {
  await sql`
    update run_sessions t set status = s.status, billable = s.billable, coach_stayed = false
    from sessions s where t.run_id = ${runId} and s.id = t.session_id`.execute(tx)
  await noteStayed(tx, [runId], now)
}
