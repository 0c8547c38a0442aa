import { randomUUID } from 'node:crypto'
import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { checkoutPage, type CheckoutState, type DemoCheckout } from './checkout-page.ts'

interface CheckoutDeps {
  /** The payment service's mock, which validates requests against the service's own schema. */
  service: string
  webhookSecret: string
  /** The origin of this server. */
  origin: () => string
  /** Sends a signed webhook to the portal. */
  notify: (body: string, signature: string) => Promise<void>
}

const stripe = new Stripe('sk_test_parley')

async function sendNotice(
  { webhookSecret, notify }: Pick<CheckoutDeps, 'webhookSecret' | 'notify'>,
  type: string,
  object: object,
): Promise<void> {
  const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } })
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: webhookSecret })
  await notify(payload, signature)
}

/** Runs in front of the mock and adds checkout pages, on which the user pays, declines the card or lets the page expire. */
export function demoCheckout({ service, webhookSecret, origin, notify }: CheckoutDeps) {
  const expired = new Set<string>()
  const byKey = new Map<string, DemoCheckout>()

  const tell = (type: string, object: object) => sendNotice({ webhookSecret, notify }, type, object)

  const acts = {
    paid: async ({ id, invoiceId, cents }: DemoCheckout) =>
      tell('checkout.session.completed', {
        id,
        metadata: { invoice_id: invoiceId },
        payment_intent: id.replace('cs_', 'pi_'),
        payment_status: 'paid',
        amount_total: cents,
        currency: 'usd',
      }),
    failed: async ({ id, invoiceId }: DemoCheckout) =>
      tell('payment_intent.payment_failed', {
        id: id.replace('cs_', 'pi_'),
        currency: 'usd',
        metadata: { invoice_id: invoiceId },
        last_payment_error: { message: 'Your card was declined.' },
      }),
    expired: async ({ id, invoiceId }: DemoCheckout) => {
      expired.add(id)
      await tell('checkout.session.expired', { id, metadata: { invoice_id: invoiceId } })
    },
  }

  /** Serves a checkout page and its buttons. */
  const page = async (asked: IncomingMessage, answer: ServerResponse) => {
    const checkout = readCheckout(asked.url ?? '')
    if (!checkout) {
      answer.writeHead(404).end()
      return
    }
    const show = (state: CheckoutState) =>
      answer
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(checkoutPage(checkout, expired.has(checkout.id) ? 'expired' : state))
    if (asked.method !== 'POST' || expired.has(checkout.id)) {
      show('open')
      return
    }
    const act = new URLSearchParams((await buffer(asked)).toString()).get('act')
    if (act !== 'paid' && act !== 'failed' && act !== 'expired') {
      answer.writeHead(400).end()
      return
    }
    await acts[act](checkout)
    if (act === 'paid') answer.writeHead(303, { location: checkout.back }).end()
    else show(act === 'failed' ? 'declined' : 'expired')
  }

  /** Passes an API call of the portal on to the mock, and puts the URL of our page into the answer. */
  const call = async (asked: IncomingMessage, answer: ServerResponse) => {
    const body = await buffer(asked)
    const { status, headers, text } = await passOn(service, asked, body)
    const [, expiring] = /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/.exec(asked.url ?? '') ?? []
    if (expiring !== undefined) expired.add(expiring)
    const isNew = asked.method === 'POST' && asked.url === '/v1/checkout/sessions' && status === 200
    if (!isNew) {
      answer.writeHead(status, headers).end(text)
      return
    }
    const key = String(asked.headers['idempotency-key'] ?? randomUUID())
    const made = byKey.get(key) ?? newCheckout(new URLSearchParams(body.toString()))
    byKey.set(key, made)
    const reply = { ...(JSON.parse(text) as object), id: made.id, url: `${origin()}/pay/${written(made)}` }
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }

  return { page, call }
}

const newCheckout = (fields: URLSearchParams): DemoCheckout => ({
  id: `cs_${randomUUID()}`,
  invoiceId: fields.get('client_reference_id') ?? '',
  title: fields.get('line_items[0][price_data][product_data][name]') ?? 'Invoice',
  cents: Number(fields.get('line_items[0][price_data][unit_amount]')),
  back: fields.get('success_url') ?? '/',
})

const written = (checkout: DemoCheckout): string =>
  Buffer.from(JSON.stringify(checkout)).toString('base64url')

function readCheckout(path: string): DemoCheckout | undefined {
  const [, text] = /^\/pay\/([\w-]+)$/.exec(path) ?? []
  // Not validated: `written` made it, and only the demo reads it.
  return text === undefined
    ? undefined
    : (JSON.parse(Buffer.from(text, 'base64url').toString()) as DemoCheckout)
}

interface Passed {
  status: number
  headers: Record<string, string>
  text: string
}

const passOn = (
  service: string,
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
): Promise<Passed> =>
  new Promise((resolve, reject) => {
    const asking = request(new URL(url, service), { ...(method && { method }), headers }, (reply) => {
      void buffer(reply).then(
        (bytes) =>
          resolve({
            status: reply.statusCode ?? 502,
            headers: { 'content-type': reply.headers['content-type'] ?? 'application/json' },
            text: bytes.toString(),
          }),
        reject,
      )
    })
    asking.on('error', reject)
    asking.end(body)
  })
