import * as z from 'zod/mini'
import type { PaymentEvent } from '#platform/payments.ts'
import { problem } from '#platform/http/problem.ts'

/** The content of one notice about one payment. Fields that it does not mention are left as they are. */
export interface PaymentNews {
  invoiceId: string
  /** The service's id of the payment. */
  payment: string
  currency: string
  paidCents?: number
  /** The service's id of the page on which it was paid. */
  checkout?: string
  refundedCents?: number
  failure?: string
}

/** PostgreSQL stores no NUL. */
const text = z.string().check(z.maxLength(255), z.regex(/^[^\0]*$/))
const words = z.pipe(
  z.string(),
  z.transform((told) => told.replaceAll('\0', ' ').slice(0, 1000)),
)
const cents = z.int().check(z.gte(0))
const currency = z.string().check(z.regex(/^[a-z]{3}$/))
const metadata = z.nullish(z.object({ invoice_id: z.optional(z.string()) }))
const named = z.nullish(z.union([text, z.object({ id: text })]))

const paidPage = z.object({
  id: text,
  metadata,
  payment_intent: named,
  payment_status: z.string(),
  amount_total: z.nullish(cents),
  currency: z.nullish(currency),
})
const failedPayment = z.object({
  id: text,
  metadata,
  currency,
  last_payment_error: z.nullish(z.object({ message: z.nullish(words) })),
})
const refundedCharge = z.object({ metadata, payment_intent: named, amount_refunded: cents, currency })

/** The news in an event, if it is about one of our invoices. An invalid amount is refused. */
export function newsOf({ type, data: { object } }: PaymentEvent): PaymentNews | undefined {
  if (type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded') {
    const page = parsed(paidPage, object)
    // A bank transfer only begins here. Another event follows when the money has arrived.
    if (page.payment_status !== 'paid' || !page.amount_total || !page.currency) return undefined
    return about(page.metadata, page.payment_intent, page.currency, {
      paidCents: page.amount_total,
      checkout: page.id,
    })
  }
  if (type === 'payment_intent.payment_failed') {
    const payment = parsed(failedPayment, object)
    const failure = payment.last_payment_error?.message ?? 'The payment failed.'
    return about(payment.metadata, payment.id, payment.currency, { failure })
  }
  if (type === 'charge.refunded') {
    const charge = parsed(refundedCharge, object)
    return about(charge.metadata, charge.payment_intent, charge.currency, {
      refundedCents: charge.amount_refunded,
    })
  }
  return undefined
}

function parsed<S extends z.ZodMiniType>(schema: S, object: unknown): z.output<S> {
  const read = schema.safeParse(object)
  if (!read.success) throw problem('malformed')
  return read.data
}

function about(
  of: z.output<typeof metadata>,
  payment: z.output<typeof named>,
  inCurrency: string,
  news: Partial<PaymentNews>,
): PaymentNews | undefined {
  const name = typeof payment === 'string' ? payment : payment?.id
  const invoiceId = of?.invoice_id
  return invoiceId && name && isId(invoiceId)
    ? { invoiceId, payment: name, currency: inCurrency, ...news }
    : undefined
}

const isId = (given: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(given)
