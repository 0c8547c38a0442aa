import { randomUUID } from 'node:crypto'
import { invoiceNumberText, invoiceStatuses } from '@parley/contract/rules/billing/invoices.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { PaymentFailure } from '#platform/payments.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { actorOf } from '#platform/audit/audit.ts'
import { note } from '#features/billing/history.ts'
import { readInvoice, lockInvoice } from '#features/billing/invoices.ts'
import type { InvoiceRow } from '#features/billing/queries.ts'
import { closeCheckout, openCheckoutOf, type Checkout } from './checkouts.ts'

const dayMs = 86_400_000
/** A page that expires sooner than this is not given to anybody any more. */
const leastMs = 3_600_000

/**
 * The address at which the invoice can be paid. The page is stored before the service is asked for it, under an idempotency
 * key for which the service creates it once: there is one page and one payment even if Pay is pressed twice or this is cut
 * off anywhere.
 */
export async function payInvoice(ctx: Context<Person>, invoiceId: string): Promise<string> {
  const { payments, config } = ctx.platform
  await closeEnding(ctx, invoiceId)
  const { invoice, checkout } = await inTransaction(ctx.db, (tx) => beginCheckout(tx, ctx, invoiceId))
  if (checkout.url !== null) return checkout.url
  if (!payments) throw problem('payments_off')
  const made = await payments
    .createCheckout({
      key: checkout.id,
      invoiceId,
      title: `Invoice ${invoiceNumberText(Number(invoice.invoice_num))}`,
      cents: Number(checkout.amount_cents),
      page: `${config.origin}/invoice/${invoiceId}`,
      expiresAt: checkout.expires_at.getTime(),
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof PaymentFailure)) throw problem('engine_away')
      // For a day the service repeats an error that it has answered to every request under the same key, so the page is
      // given up.
      await giveUpPage(ctx, checkout.id)
      throw error.isRefusal ? problem('payment_refused', { text: error.message }) : problem('engine_away')
    })
  const isOpen = await inTransaction(ctx.db, (tx) => keepPage(tx, ctx, checkout.id, { invoiceId, ...made }))
  if (isOpen) return made.url
  // The invoice was paid or voided while the page was being created. Nobody has its address, and nobody should get it.
  await payments.expireCheckout(made.id)
  return payInvoice(ctx, invoiceId)
}

/** Two pages to pay on are one too many: the old one is closed at the service before there is another. */
async function closeEnding(ctx: Context<Person>, invoiceId: string): Promise<void> {
  await readInvoice(ctx, invoiceId)
  const open = await openCheckoutOf(ctx.db, invoiceId)
  if (open && open.expires_at.getTime() - ctx.now < leastMs) await closeCheckout(ctx, invoiceId)
}

/** The next press begins another page. A page whose address somebody else has received in the meantime stays. */
const giveUpPage = ({ db, now }: Context<Person>, checkoutId: string) =>
  db
    .updateTable('checkouts')
    .set({ closed_at: new Date(now) })
    .where('id', '=', checkoutId)
    .where('stripe_id', 'is', null)
    .where('closed_at', 'is', null)
    .execute()

interface MadePage {
  invoiceId: string
  id: string
  url: string
}

/** Stores the page that the service has created. Returns whether the invoice may still be paid there. */
async function keepPage(
  tx: Db,
  ctx: Context<Person>,
  checkoutId: string,
  { invoiceId, id, url }: MadePage,
): Promise<boolean> {
  const { organization_id: organizationId } = await lockInvoice(tx, ctx, invoiceId)
  const open = await openCheckoutOf(tx, invoiceId)
  if (open?.id !== checkoutId) return false
  // If two people press at once, the second finds it stored.
  if (open.stripe_id !== null) return true
  await tx.updateTable('checkouts').set({ stripe_id: id, url }).where('id', '=', checkoutId).execute()
  await note(tx, actorOf(ctx), ctx.now, [{ invoiceId, organizationId, action: 'pay-opened' }])
  return true
}

async function beginCheckout(
  tx: Db,
  ctx: Context<Person>,
  invoiceId: string,
): Promise<{ invoice: InvoiceRow; checkout: Checkout }> {
  const invoice = await lockInvoice(tx, ctx, invoiceId)
  if (invoice.status === invoiceStatuses.Paid) throw problem('already_paid')
  if (invoice.status === invoiceStatuses.Void) throw problem('invoice_void')
  // If payments are not set up, nothing is stored.
  if (!ctx.platform.payments) throw problem('payments_off')
  const open = await openCheckoutOf(tx, invoiceId)
  if (open) return { invoice, checkout: open }
  const checkout = await tx
    .insertInto('checkouts')
    .values({
      id: randomUUID(),
      invoice_id: invoiceId,
      amount_cents: invoice.amount_cents,
      made_at: new Date(ctx.now),
      // The service accepts a day at most.
      expires_at: new Date(ctx.now + dayMs - 60_000),
    })
    .returning(['id', 'stripe_id', 'url', 'amount_cents', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { invoice, checkout }
}
