import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { addresses, herePlaces } from '../../scripts/engines/places.ts'
import type { Stack } from './stack.ts'

interface Given {
  type: string
  object: object
  id?: string
  /** What it is signed with, if not with the service's own. */
  secret?: string
}

const stripe = new Stripe('sk_test_parley')

/** A notice as the payment service would send it, signed: its bytes and the headers that go with them. */
export async function paymentNotice({ type, object, id = `evt_${randomUUID()}`, secret }: Given) {
  const bytes = JSON.stringify({ id, object: 'event', type, data: { object } })
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({
    payload: bytes,
    secret: secret ?? addresses(herePlaces()).stripe.webhookSecret,
  })
  return { bytes, headers: { 'content-type': 'application/json', 'stripe-signature': signature } }
}

/** Sends one to the API and answers its status. */
export async function sendNotice(stack: Stack, given: Given): Promise<number> {
  const { bytes, headers } = await paymentNotice(given)
  const reply = await stack.app.inject({ method: 'POST', url: '/api/hooks/stripe', headers, payload: bytes })
  return reply.statusCode
}

/** What the service tells of a payment of an invoice. */
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
