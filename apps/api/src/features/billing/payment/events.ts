import { sql } from 'kysely'
import { invoiceStatuses } from '@parley/contract/rules/invoices.ts'
import { system } from '#platform/audit.ts'
import type { Context, Platform } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { lockBilling } from '#platform/locks.ts'
import type { PaymentEvent } from '#platform/payments.ts'
import { problem } from '#platform/problem.ts'
import { sweepRows } from '#platform/sweep.ts'
import { inTransaction } from '#platform/transactions.ts'
import { note } from '#features/billing/history.ts'
import { tellOf } from '#features/billing/status.ts'

/** What one notice says of one payment. Whatever it does not speak of it leaves as it is. */
interface Told {
  invoiceId: string
  /** The service's name of the payment. */
  payment: string
  paidCents?: number
  refundedCents?: number
  failure?: string
}

/** Takes in what the payment service tells, each notice once. It may come late, twice, in any order, or never. */
export async function takePaymentEvent(ctx: Context, body: Uint8Array): Promise<Record<string, never>> {
  const { payments } = ctx.platform
  if (!payments) throw problem('payments_off')
  const event = await payments.readEvent(
    Buffer.from(body).toString(),
    ctx.readHeader('stripe-signature') ?? '',
  )
  if (!event) throw problem('not_admitted')
  const changed = await inTransaction(ctx.db, async (tx) => {
    const taken = await tx
      .insertInto('payment_events')
      .values({ id: event.id, at: new Date(ctx.now) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    const told = taken && toldBy(event)
    return told && (await takeIn(tx, told, ctx.now))
  })
  if (changed) await tellOf(ctx.platform, [changed])
  return {}
}

const nameOf = (named: string | { id: string } | null): string | undefined =>
  typeof named === 'string' ? named : named?.id

/** What of all that the service can tell is about an invoice of ours. */
function toldBy(event: PaymentEvent): Told | undefined {
  const about = (invoiceId: string | undefined, payment: string | undefined, what: Partial<Told>) =>
    invoiceId && payment && isId(invoiceId) ? { invoiceId, payment, ...what } : undefined
  const { type, data } = event
  if (type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded') {
    const { metadata, payment_intent, payment_status, amount_total } = data.object
    // A bank transfer is begun here and told of again when the money is there.
    if (payment_status !== 'paid' || !amount_total) return undefined
    return about(metadata?.invoice_id, nameOf(payment_intent), { paidCents: amount_total })
  }
  if (type === 'payment_intent.payment_failed') {
    const { metadata, id, last_payment_error } = data.object
    return about(metadata.invoice_id, id, { failure: last_payment_error?.message ?? 'The payment failed.' })
  }
  if (type === 'charge.refunded') {
    const { metadata, payment_intent, amount_refunded } = data.object
    return about(metadata.invoice_id, nameOf(payment_intent), { refundedCents: amount_refunded })
  }
  return undefined
}

const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

async function takeIn(tx: Db, told: Told, now: number) {
  const found = await tx
    .selectFrom('invoices')
    .select('organization_id')
    .where('id', '=', told.invoiceId)
    .executeTakeFirst()
  if (!found) return undefined
  await lockBilling(tx, [found.organization_id])
  const before = await tx
    .selectFrom('payments')
    .select(['paid_at', 'refunded_cents'])
    .where('stripe_id', '=', told.payment)
    .executeTakeFirst()
  await writePayment(tx, told, now)
  const subject = { invoiceId: told.invoiceId, organizationId: found.organization_id }
  if (told.paidCents !== undefined && !before?.paid_at)
    await takeMoney(tx, told, told.paidCents, subject, now)
  if (told.refundedCents !== undefined && told.refundedCents > Number(before?.refunded_cents ?? 0))
    await note(tx, system, now, [{ ...subject, action: 'refunded', detail: { cents: told.refundedCents } }])
  if (told.failure !== undefined && !before?.paid_at)
    await note(tx, system, now, [{ ...subject, action: 'payment-failed', detail: { failure: told.failure } }])
  // Whoever looks at it is told, though its own row may be as it was.
  return tx
    .updateTable('invoices')
    .set({ status_at: sql`status_at` })
    .where('id', '=', told.invoiceId)
    .returning(['id', 'organization_id', 'version'])
    .executeTakeFirstOrThrow()
}

/** Each part grows and never shrinks: in whatever order they come, the end is the same. */
async function writePayment(tx: Db, { invoiceId, payment, ...told }: Told, now: number): Promise<void> {
  const at = new Date(now)
  await sql`
    insert into payments (invoice_id, stripe_id, amount_cents, paid_at, refunded_cents, failed_at, failure)
    values (${invoiceId}, ${payment}, ${told.paidCents ?? null}::bigint,
      ${told.paidCents === undefined ? null : at}::timestamptz, ${told.refundedCents ?? 0}::bigint,
      ${told.failure === undefined ? null : at}::timestamptz, ${told.failure ?? null}::text)
    on conflict (stripe_id) do update set
      amount_cents = coalesce(payments.amount_cents, excluded.amount_cents),
      paid_at = coalesce(payments.paid_at, excluded.paid_at),
      refunded_cents = greatest(payments.refunded_cents, excluded.refunded_cents),
      failed_at = coalesce(excluded.failed_at, payments.failed_at),
      failure = coalesce(excluded.failure, payments.failure)`.execute(tx)
}

/** Money makes what is to be paid Paid. What comes for a paid or void invoice is stored, and is to be refunded. */
async function takeMoney(
  tx: Db,
  { payment }: Told,
  cents: number,
  subject: { invoiceId: string; organizationId: string },
  now: number,
): Promise<void> {
  const { Pending, PastDue, Paid } = invoiceStatuses
  const paid = await tx
    .updateTable('invoices')
    .set({ status: Paid, status_at: new Date(now) })
    .where('id', '=', subject.invoiceId)
    .where('status', 'in', [Pending, PastDue])
    .executeTakeFirst()
  const counts = paid.numUpdatedRows > 0n
  if (counts) await tx.updateTable('payments').set({ counts }).where('stripe_id', '=', payment).execute()
  await tx
    .updateTable('checkouts')
    .set({ closed_at: new Date(now) })
    .where('invoice_id', '=', subject.invoiceId)
    .where('closed_at', 'is', null)
    .execute()
  await note(tx, system, now, [{ ...subject, action: counts ? 'paid' : 'paid-beside', detail: { cents } }])
}

const keptMs = 90 * 86_400_000

/** The service repeats itself for some days at most. */
export const sweepPaymentEvents = ({ database: { db }, clock }: Pick<Platform, 'database' | 'clock'>) =>
  sweepRows(db, 'payment_events', sql`at < ${new Date(clock() - keptMs)}`)
