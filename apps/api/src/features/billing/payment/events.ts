import { sql } from 'kysely'
import { invoiceCurrency, invoiceStatuses } from '@parley/contract/rules/billing/invoices.ts'
import { system } from '#platform/audit/audit.ts'
import type { Context, Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockBilling } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { sweepRows } from '#platform/database/sweep.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { note } from '#features/billing/history.ts'
import { publishInvoices } from '#features/billing/status.ts'
import { closeExpired } from './checkouts.ts'
import { newsOf, type PaymentNews } from './notices.ts'
import { mailRefund } from './refunds.ts'

/** Records each notice of the payment service once. Notices may arrive late, twice, in any order, or never. */
export async function takePaymentEvent(ctx: Context, body: Uint8Array): Promise<Record<string, never>> {
  const { payments } = ctx.platform
  if (!payments) throw problem('payments_off')
  const event = await payments.readEvent(
    Buffer.from(body).toString(),
    ctx.readHeader('stripe-signature') ?? '',
  )
  if (!event) throw problem('not_admitted')
  const news = newsOf(event)
  const changed = await inTransaction(ctx.db, async (tx) => {
    const taken = await tx
      .insertInto('payment_events')
      .values({ id: event.id, at: new Date(ctx.now) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (taken && event.type === 'checkout.session.expired')
      await closeExpired(tx, event.data.object.id, ctx.now)
    return taken && news && (await takeIn(tx, ctx, news))
  })
  if (changed) await publishInvoices(ctx.platform, [changed])
  return {}
}

async function takeIn(tx: Db, ctx: Context, news: PaymentNews) {
  const { now } = ctx
  const found = await tx
    .selectFrom('invoices')
    .select('organization_id')
    .where('id', '=', news.invoiceId)
    .executeTakeFirst()
  if (!found) return undefined
  await lockBilling(tx, [found.organization_id])
  const before = await tx
    .selectFrom('payments')
    .select(['paid_at', 'refunded_cents'])
    .where('stripe_id', '=', news.payment)
    .executeTakeFirst()
  await writePayment(tx, news, now)
  const subject = { invoiceId: news.invoiceId, organizationId: found.organization_id }
  const { paidCents: cents, currency } = news
  if (cents !== undefined && !before?.paid_at) {
    const counts = await takeMoney(tx, news, cents, now)
    const detail = { cents, currency }
    await note(tx, system, now, [{ ...subject, action: counts ? 'paid' : 'paid-beside', detail }])
    if (!counts) await mailRefund(tx, ctx, news.payment)
  }
  if (news.refundedCents !== undefined && news.refundedCents > Number(before?.refunded_cents ?? 0)) {
    const detail = { cents: news.refundedCents, currency }
    await note(tx, system, now, [{ ...subject, action: 'refunded', detail }])
  }
  if (news.failure !== undefined && !before?.paid_at)
    await note(tx, system, now, [{ ...subject, action: 'payment-failed', detail: { failure: news.failure } }])
  // Everybody who looks at the invoice is told, even if its own row has not changed.
  return tx
    .updateTable('invoices')
    .set({ status_at: sql`status_at` })
    .where('id', '=', news.invoiceId)
    .returning(['id', 'organization_id', 'version'])
    .executeTakeFirstOrThrow()
}

/** Money only grows and never shrinks, so the result does not depend on the order in which notices arrive. */
async function writePayment(
  tx: Db,
  { invoiceId, payment, currency, ...news }: PaymentNews,
  now: number,
): Promise<void> {
  const at = new Date(now)
  await sql`
    insert into payments (invoice_id, stripe_id, currency, amount_cents, paid_at, refunded_cents, failed_at, failure)
    values (${invoiceId}, ${payment}, ${currency}, ${news.paidCents ?? null}::bigint,
      ${news.paidCents === undefined ? null : at}::timestamptz, ${news.refundedCents ?? 0}::bigint,
      ${news.failure === undefined ? null : at}::timestamptz, ${news.failure ?? null}::text)
    on conflict (stripe_id) do update set
      currency = case when payments.paid_at is null then excluded.currency else payments.currency end,
      amount_cents = coalesce(payments.amount_cents, excluded.amount_cents),
      paid_at = coalesce(payments.paid_at, excluded.paid_at),
      refunded_cents = greatest(payments.refunded_cents, excluded.refunded_cents),
      failed_at = coalesce(excluded.failed_at, payments.failed_at),
      failure = coalesce(excluded.failure, payments.failure)`.execute(tx)
}

/**
 * The whole amount in the invoice's currency makes a payable invoice Paid, and only such a payment counts. Any other is
 * stored and has to be refunded. Returns whether the payment counts.
 */
async function takeMoney(
  tx: Db,
  { invoiceId, payment, currency, checkout }: PaymentNews,
  cents: number,
  now: number,
): Promise<boolean> {
  const { Pending, PastDue, Paid } = invoiceStatuses
  const paid = await tx
    .updateTable('invoices')
    .set({ status: Paid, status_at: new Date(now) })
    .where('id', '=', invoiceId)
    .where('status', 'in', [Pending, PastDue])
    .where('amount_cents', '=', String(cents))
    .where(sql<boolean>`${currency} = ${invoiceCurrency}`)
    .executeTakeFirst()
  const counts = paid.numUpdatedRows > 0n
  if (counts) await tx.updateTable('payments').set({ counts }).where('stripe_id', '=', payment).execute()
  // Nobody can pay twice on one page, so the page that was paid on is closed. Another page of an invoice that still has to
  // be paid stays open.
  await tx
    .updateTable('checkouts')
    .set({ closed_at: new Date(now) })
    .where('invoice_id', '=', invoiceId)
    .where('closed_at', 'is', null)
    .where((is) => is.or([sql<boolean>`${counts}`, is('stripe_id', '=', checkout ?? '')]))
    .execute()
  return counts
}

const keptMs = 90 * 86_400_000

/** The service repeats a notice for some days at most. */
export const sweepPaymentEvents = ({ database: { db }, clock }: Pick<Platform, 'database' | 'clock'>) =>
  sweepRows(db, 'payment_events', sql`at < ${new Date(clock() - keptMs)}`)
