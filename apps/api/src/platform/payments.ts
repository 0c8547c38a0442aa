import { invoiceCurrency } from '@parley/contract/rules/invoices.ts'
import { Stripe } from 'stripe'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** What is to be paid, on a page of the payment service. */
export interface Payable {
  /** The key under which it is made once, however often it is asked for. */
  key: string
  invoiceId: string
  title: string
  cents: number
  /** Where whoever pays comes back to. */
  page: string
  expiresAt: number
}

export interface OpenCheckout {
  id: string
  url: string
}

export type PaymentEvent = Stripe.Event

/** The payment service answered with an error, in its own words. */
export class PaymentFailure extends Error {
  /** It would not do that; otherwise it could not. */
  readonly isRefusal: boolean
  constructor(message: string, isRefusal: boolean) {
    super(message)
    this.isRefusal = isRefusal
  }
}

/** Another call under the same key is running, or there were too many calls: the service did not begin, and remembers nothing. */
const notBegun: readonly number[] = [409, 429]

/** Twice that is less than the web waits for an answer. */
const deadlineMs = 6000

/** The payment service. Undefined where none is set up: then invoices are marked by hand. */
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
    /** Makes a page, or answers the one that was made under that key. */
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

    /** Nobody can pay there any more, or has just done so. */
    expireCheckout: async (id: string): Promise<void> => {
      await stripe.checkout.sessions.expire(id).catch((error: unknown) => {
        // It was paid or had expired: what came of it is told by a notice.
        if (error instanceof Stripe.errors.StripeInvalidRequestError)
          log.info({ checkout: id }, 'was not open')
        else throw error
      })
    },

    /** What the service tells, or undefined if it is not the service that does. */
    readEvent: (body: string, signature: string): Promise<PaymentEvent | undefined> =>
      stripe.webhooks.constructEventAsync(body, signature, given.webhookSecret).catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined
        throw error
      }),
  }
}
