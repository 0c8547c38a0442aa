import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { readInvoice, lockInvoice } from '#features/billing/invoices.ts'
import type { InvoiceRow } from '#features/billing/queries.ts'

/** The payment page of an invoice, as far as it has been created. */
export interface Checkout {
  id: string
  stripe_id: string | null
  url: string | null
  amount_cents: string
  expires_at: Date
}

export const openCheckoutOf = (db: Db, invoiceId: string): Promise<Checkout | undefined> =>
  db
    .selectFrom('checkouts')
    .select(['id', 'stripe_id', 'url', 'amount_cents', 'expires_at'])
    .where('invoice_id', '=', invoiceId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()

/** The service has ended a page. The next press of Pay gets another one. */
export const closeExpired = (tx: Db, stripeId: string, now: number) =>
  tx
    .updateTable('checkouts')
    .set({ closed_at: new Date(now) })
    .where('stripe_id', '=', stripeId)
    .where('closed_at', 'is', null)
    .execute()

interface Work<A> {
  /** Whether the work means, with the invoice as it is, that nobody may pay it any more. */
  closes: (before: InvoiceRow) => boolean
  work: (tx: Db, before: InvoiceRow) => Promise<A>
}

/**
 * Changes an invoice under its lock, after closing its open page if that is necessary. The payment service is never asked in
 * a transaction, so a page may be opened in between: then it is closed and everything begins again.
 */
export async function withoutCheckout<A>(
  ctx: Context<Person>,
  invoiceId: string,
  { closes, work }: Work<A>,
): Promise<A> {
  for (;;) {
    if (closes(await readInvoice(ctx, invoiceId))) await closeCheckout(ctx, invoiceId)
    const done = await inTransaction(ctx.db, async (tx) => {
      const before = await lockInvoice(tx, ctx, invoiceId)
      if (closes(before) && (await openCheckoutOf(tx, invoiceId))) return undefined
      return { answer: await work(tx, before) }
    })
    if (done) return done.answer
  }
}

/**
 * Ends the open page of an invoice at the payment service, and then here: an invoice that somebody marks Paid or Void must
 * not be paid as well. A page for which the service never answered is only closed here, because nobody has its address.
 */
export async function closeCheckout(
  { db, platform, now }: Pick<Context<Person>, 'db' | 'platform' | 'now'>,
  invoiceId: string,
): Promise<void> {
  const open = await openCheckoutOf(db, invoiceId)
  if (!open) return
  // If the service has been switched off since, it cannot be asked. The operator has to notice payments that still arrive
  // there.
  if (open.stripe_id !== null)
    await platform.payments?.expireCheckout(open.stripe_id).catch(() => {
      throw problem('payment_page_open')
    })
  await db
    .updateTable('checkouts')
    .set({ closed_at: new Date(now) })
    .where('id', '=', open.id)
    .where('closed_at', 'is', null)
    .execute()
}
