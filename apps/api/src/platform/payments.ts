import { invoiceCurrency } from '@parley/contract/rules/billing/invoices.ts'
import { Stripe } from 'stripe'
import type { Config } from './process/config.ts'
import type { Log } from './process/log.ts'

/** Something to pay on a page of the payment service. */
export interface Payable {
  /** The idempotency key: the page is created once, however often it is requested. */
  key: string
  invoiceId: string
  title: string
  cents: number
  /** Where the payer returns to. */
  page: string
  expiresAt: number
}

export interface OpenCheckout {
  id: string
  url: string
}

export type PaymentEvent = Stripe.Event

/** The payment service answered with an error; the message is its own. */
export class PaymentFailure extends Error {
  /** True if the service refused the request (4xx), false if it failed (5xx). */
  readonly isRefusal: boolean
  constructor(message: string, isRefusal: boolean) {
    super(message)
    this.isRefusal = isRefusal
  }
}

/** The same key is in use (409), or there were too many calls (429): the service did not begin, and stored nothing. */
const notBegun: readonly number[] = [409, 429]

/** With its one retry a request takes up to twice this, which is less than the web waits. */
const deadlineMs = 6000

/** The payment service. Undefined if none is configured: then invoices are marked by hand. */
export type Payments = ReturnType<typeof openPayments>

export function openPayments({ config, log }: { config: Pick<Config, 'stripe'>; log: Log }) {
  const { stripe: given } = config
  if (!given) return undefined
  const at = new URL(given.url)
  const stripe = new Stripe(given.secretKey, {
    host: at.hostname,
    ...(at.port && { port: at.port }),
    protocol: at.protocol === 'http:' ? 'http' : 'https',
    timeout: deadlineMs,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  const told = (error: unknown): never => {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { statusCode, message } = error
    if (statusCode === undefined || notBegun.includes(statusCode)) throw error
    throw new PaymentFailure(message, statusCode < 500)
  }
  return {
    /** Creates a checkout page, or returns the one created under that key. */
    createCheckout: async ({
      key,
      invoiceId,
      title,
      cents,
      page,
      expiresAt,
    }: Payable): Promise<OpenCheckout> => {
      const metadata = { invoice_id: invoiceId }
      const made = await stripe.checkout.sessions
        .create(
          {
            mode: 'payment',
            client_reference_id: invoiceId,
            metadata,
            payment_intent_data: { metadata },
            line_items: [
              {
                quantity: 1,
                price_data: { currency: invoiceCurrency, unit_amount: cents, product_data: { name: title } },
              },
            ],
            success_url: page,
            cancel_url: page,
            expires_at: Math.floor(expiresAt / 1000),
          },
          { idempotencyKey: key },
        )
        .catch(told)
      if (!made.url) throw new Error(`the payment service gave no address for ${made.id}`)
      return { id: made.id, url: made.url }
    },

    /** Expires a checkout page: afterwards nobody can pay there, unless they just have. */
    expireCheckout: async (id: string): Promise<void> => {
      await stripe.checkout.sessions.expire(id).catch((error: unknown) => {
        // It was already paid or expired; a webhook event reports which.
        if (error instanceof Stripe.errors.StripeInvalidRequestError)
          log.info({ checkout: id }, 'was not open')
        else throw error
      })
    },

    /** A webhook event, or undefined if its signature is not from the service. */
    readEvent: (body: string, signature: string): Promise<PaymentEvent | undefined> =>
      stripe.webhooks.constructEventAsync(body, signature, given.webhookSecret).catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined
        throw error
      }),
  }
}
