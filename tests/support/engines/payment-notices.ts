import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'
import type { Stack } from '../stack.ts'

interface NoticeOptions {
  type: string
  object: object
  id?: string
  /** The secret that signs it, by default Stripe's. */
  secret?: string
}

const stripe = new Stripe('sk_test_parley')

/** A signed webhook as Stripe would send it: its bytes and headers. */
export async function paymentNotice({ type, object, id = `evt_${randomUUID()}`, secret }: NoticeOptions) {
  const bytes = JSON.stringify({ id, object: 'event', type, data: { object } })
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({
    payload: bytes,
    secret: secret ?? addresses(herePlaces()).stripe.webhookSecret,
  })
  return { bytes, headers: { 'content-type': 'application/json', 'stripe-signature': signature } }
}

/** Sends a webhook to the API and returns the status of the answer. */
export async function sendNotice(stack: Stack, given: NoticeOptions): Promise<number> {
  const { bytes, headers } = await paymentNotice(given)
  const reply = await stack.app.inject({ method: 'POST', url: '/api/hooks/stripe', headers, payload: bytes })
  return reply.statusCode
}

/** The events that Stripe sends about a payment of an invoice. */
export const aboutPayment = (invoiceId: string, payment = `pi_${randomUUID()}`, currency = 'usd') => {
  const metadata = { invoice_id: invoiceId }
  return {
    payment,
    paid: (cents: number) => ({
      type: 'checkout.session.completed',
      object: {
        id: `cs_${payment}`,
        metadata,
        payment_intent: payment,
        payment_status: 'paid',
        amount_total: cents,
        currency,
      },
    }),
    begun: (cents: number) => ({
      type: 'checkout.session.completed',
      object: {
        id: `cs_${payment}`,
        metadata,
        payment_intent: payment,
        payment_status: 'unpaid',
        amount_total: cents,
        currency,
      },
    }),
    arrived: (cents: number) => ({
      type: 'checkout.session.async_payment_succeeded',
      object: {
        id: `cs_${payment}`,
        metadata,
        payment_intent: payment,
        payment_status: 'paid',
        amount_total: cents,
        currency,
      },
    }),
    failed: (message: string) => ({
      type: 'payment_intent.payment_failed',
      object: { id: payment, metadata, currency, last_payment_error: { message } },
    }),
    refunded: (cents: number) => ({
      type: 'charge.refunded',
      object: { id: `ch_${payment}`, metadata, payment_intent: payment, amount_refunded: cents, currency },
    }),
  }
}
