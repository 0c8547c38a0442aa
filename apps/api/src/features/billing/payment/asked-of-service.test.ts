import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addresses, herePlaces } from '../../../../../../scripts/engines/places.ts'
import { billingWorld } from '../../../../../../tests/support/worlds/billing-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

interface Asked {
  act: string
  key: string | undefined
  fields: URLSearchParams
}

let stack: Stack
let world: Awaited<ReturnType<typeof billingWorld>>
let listener: Server
let asked: Asked[]
/** Errors that the service answers instead. Each is used for one key, and repeated for that key. */
let errors: number[]
let answered: Map<string, number>

const service = new URL(addresses(herePlaces()).stripe.url)

/** A proxy in front of the payment service's mock, which remembers nothing: it records what the service is asked. */
async function passOn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await buffer(incoming)
  const { method, headers, url: path = '' } = incoming
  const key = headers['idempotency-key']
  asked.push({
    act: `${method} ${path.replace(/cs_[^/]+/, 'ID')}`,
    key: typeof key === 'string' ? key : undefined,
    fields: new URLSearchParams(body.toString()),
  })
  const error = answered.get(String(key)) ?? errors.shift()
  if (error !== undefined) {
    if (error !== 429) answered.set(String(key), error)
    outgoing.writeHead(error, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify({ error: { type: 'api_error', message: 'It cannot be done.' } }))
    return
  }
  const asking = request({ host: service.hostname, port: service.port, method, headers, path }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(outgoing)
  })
  asking.end(body)
}

beforeAll(async () => {
  listener = createServer((incoming, outgoing) => void passOn(incoming, outgoing))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const port = typeof address === 'object' ? address?.port : undefined
  stack = await startStack({ STRIPE_URL: `http://127.0.0.1:${port}` })
})
afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  listener.close()
})
beforeEach(async () => {
  asked = []
  errors = []
  answered = new Map()
  world = await billingWorld(stack)
  await world.session('2026-10-20T14:00:00Z')
})

const pay = (id: string, by = world.orgAdmin) => stack.as(by).get(`/invoice/pay/${id}`)

test('the checkout page is requested for this invoice, with its number and amount, and expires after a day', async () => {
  const { id } = await world.invoiced()
  await pay(id)
  expect(asked.map(({ act }) => act)).toEqual(['POST /v1/checkout/sessions'])
  const page = `${stack.config.origin}/invoice/${id}`
  expect(Object.fromEntries(asked[0]?.fields ?? [])).toMatchObject({
    mode: 'payment',
    client_reference_id: id,
    'metadata[invoice_id]': id,
    'payment_intent_data[metadata][invoice_id]': id,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '15000',
    'line_items[0][price_data][product_data][name]': 'Invoice 00001',
    success_url: page,
    cancel_url: page,
    expires_at: String(stack.clock.now() / 1000 + 86_400 - 60),
  })
})

test('when two people pay at once, both requests use one idempotency key, and the shared page stays open', async () => {
  const { id } = await world.invoiced()
  await Promise.all([pay(id), pay(id, world.admin), pay(id)])
  await pay(id)
  expect(new Set(asked.map(({ act }) => act))).toEqual(new Set(['POST /v1/checkout/sessions']))
  const [checkout] = await stack.db.selectFrom('checkouts').select('id').execute()
  expect(new Set(asked.map(({ key }) => key))).toEqual(new Set([checkout?.id]))
})

test('marking an invoice Paid by hand expires its checkout page at the service, once', async () => {
  const { id } = await world.invoiced()
  await pay(id)
  await world.setStatus(world.admin, id, 1)
  await world.setStatus(world.admin, id, 1)
  expect(asked.map(({ act }) => act)).toEqual([
    'POST /v1/checkout/sessions',
    'POST /v1/checkout/sessions/ID/expire',
  ])
})

test('after an error from the service, the next press requests another page with a new idempotency key [PAY-10]', async () => {
  const { id } = await world.invoiced()
  for (const [error, status] of [
    [500, 503],
    [400, 409],
  ] as const) {
    errors = [error]
    expect((await pay(id)).status).toBe(status)
  }
  expect((await pay(id)).status).toBe(200)
  const made = await stack.db.selectFrom('checkouts').select('closed_at').orderBy('made_at').execute()
  expect(made.filter((one) => one.closed_at === null)).toHaveLength(1)
  expect(new Set(asked.map(({ key }) => key)).size).toBe(3)
})

test('after a 429 from the service, the next press repeats the request with the same idempotency key [PAY-10]', async () => {
  const { id } = await world.invoiced()
  errors = [429]
  expect((await pay(id)).status).toBe(503)
  expect((await pay(id)).status).toBe(200)
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
})
