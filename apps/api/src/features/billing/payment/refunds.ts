import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { listRefundsDue as entry, RefundDue } from '@parley/contract/billing.ts'
import { invoiceCurrency, invoiceNumberText } from '@parley/contract/rules/billing/invoices.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import type { Context, Person, Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { askedWindow, exactly, pageAnswer } from '#platform/lists/lists.ts'
import { queueMail, type MailParts, type MailToSend } from '#platform/mail/mail.ts'
import { isToRefund } from './payments.ts'
import { paidText } from '@parley/contract/rules/billing/billing.ts'

const refundsDue = (db: Db) =>
  db
    .selectFrom('payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['p.id', 'p.currency', 'p.amount_cents', 'p.refunded_cents', 'p.paid_at'])
    .select(['i.id as invoice_id', 'i.invoice_num', 'i.organization_id', 'i.billed_name'])
    .select(
      sql<boolean>`p.amount_cents = i.amount_cents and p.currency = ${invoiceCurrency}`.as('is_as_asked'),
    )
    .where(isToRefund)

type RefundRow = Awaited<ReturnType<ReturnType<typeof refundsDue>['executeTakeFirstOrThrow']>>

const presentRefund = (row: RefundRow): RefundDue => ({
  id: row.id,
  amount: Number(row.amount_cents),
  currency: row.currency,
  refunded: Number(row.refunded_cents),
  paid_at: (row.paid_at ?? new Date(0)).toISOString(),
  reason: row.is_as_asked ? 'beside' : 'other amount',
  invoice: { id: row.invoice_id, invoice_num: Number(row.invoice_num) },
  organization: { id: row.organization_id, displayName: row.billed_name },
})

/** Payments that Admins have to refund, the one that has waited longest first. */
export async function listRefunds({ db }: Context<Person>, query: z.output<typeof entry.query>) {
  const { page = 1, limit } = query
  const window = askedWindow({ page, limit })
  const rows = await refundsDue(db)
    .orderBy('p.paid_at')
    .orderBy('p.id')
    .limit(window.limit)
    .offset(window.offset)
    .execute()
  const { n } = await db
    .selectFrom('payments as p')
    .select(sql<string>`count(*)`.as('n'))
    .where(isToRefund)
    .executeTakeFirstOrThrow()
  return pageAnswer(rows.map(presentRefund), exactly(Number(n)), { limit })
}

/** Queues a mail about a payment that has to be refunded, to everybody at Admin and above. */
export async function mailRefund(tx: Db, { platform, now }: Context, payment: string): Promise<void> {
  const { id: paymentId } = await tx
    .selectFrom('payments')
    .select('id')
    .where('stripe_id', '=', payment)
    .executeTakeFirstOrThrow()
  const admins = await tx
    .selectFrom('people')
    .select(['id', 'email'])
    .where('privs', '>=', levels.Admin)
    .where('deleted_at', 'is', null)
    .execute()
  for (const { id, email } of admins)
    await queueMail(
      tx,
      platform.config,
      {
        kind: 'refund-due',
        personId: id,
        organizationId: null,
        to: email,
        detail: { paymentId },
        dedupe: `refund ${paymentId} ${id}`,
      },
      now,
    )
}

/** The content of that mail. It does not go out if the payment was refunded before. */
export const refundMails = ({ database: { db }, config }: Pick<Platform, 'database' | 'config'>) => ({
  'refund-due': async ({ detail }: MailToSend): Promise<MailParts> => {
    // Only `mailRefund` writes these.
    const { paymentId } = detail as { paymentId: string }
    const row = await refundsDue(db).where('p.id', '=', paymentId).executeTakeFirst()
    if (!row) return { unwanted: 'The payment was refunded.' }
    const { invoice, amount, refunded, currency, reason, organization } = presentRefund(row)
    return {
      url: `${config.origin}/invoice/${invoice.id}`,
      values: {
        number: invoiceNumberText(invoice.invoice_num),
        amount: paidText(amount - refunded, currency),
        payer: organization.displayName,
        reason:
          reason === 'beside'
            ? 'The invoice was already paid or void when it arrived.'
            : 'It is not the amount that the invoice asks for.',
      },
    }
  },
})
