import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billingWorld } from '../../tests/support/worlds/billing-world.ts'
import { startStack, type Stack } from '../../tests/support/stack.ts'
import { addresses, herePlaces } from '../engines/places.ts'
import { serveStandIns } from './stand-ins.ts'

const { url: service, webhookSecret } = addresses(herePlaces()).stripe

let standIns: Awaited<ReturnType<typeof serveStandIns>>
let stack: Stack
let world: Awaited<ReturnType<typeof billingWorld>>
let id: string

beforeAll(async () => {
  standIns = await serveStandIns({
    port: 0,
    service,
    webhookSecret,
    notify: async (payload, signature) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      await stack.app.inject({ method: 'POST', url: '/api/hooks/stripe', headers, payload })
    },
  })
  stack = await startStack(standIns.settings)
})
afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  await standIns[Symbol.asyncDispose]()
})
beforeEach(async () => {
  world = await billingWorld(stack)
  await world.session('2026-10-20T14:00:00Z')
  id = (await world.invoiced()).id
})

const pay = async (): Promise<string> =>
  (await stack.as(world.orgAdmin).get(`/invoice/pay/${id}`)).body.response
const press = (page: string, act: string) =>
  fetch(page, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' })
const invoice = async () => (await world.get(world.admin, id)).body.response
const [Pending, Paid] = [0, 1]

test("the demo's payment page names the invoice and its amount, and paying leads back and makes the invoice Paid [OPS-13]", async () => {
  const page = await pay()
  expect(await pay()).toBe(page)
  const text = await (await fetch(page)).text()
  expect(text).toMatch(/Pay Invoice \d{5}/)
  expect(text).toContain('$150.00')
  const answer = await press(page, 'paid')
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `${stack.platform.config.origin}/invoice/${id}`,
  ])
  expect(await invoice()).toMatchObject({ status: Paid, payments: [{ amount: 15_000 }] })
})

test('a declined payment is shown on the page and on the invoice, and the invoice can still be paid [OPS-13]', async () => {
  const page = await pay()
  expect(await (await press(page, 'failed')).text()).toContain('Your card was declined.')
  expect(await invoice()).toMatchObject({
    status: Pending,
    payments: [{ paid_at: null, failure: 'Your card was declined.' }],
  })
  await press(page, 'paid')
  expect(await invoice()).toMatchObject({ status: Paid })
})

test('an expired page takes no payment, and Pay opens a new one [OPS-13 PAY-14]', async () => {
  const page = await pay()
  expect(await (await press(page, 'expired')).text()).toContain('This page has expired')
  expect(await (await press(page, 'paid')).text()).toContain('This page has expired')
  expect(await invoice()).toMatchObject({ status: Pending, payments: [] })
  const next = await pay()
  expect(next).not.toBe(page)
  await press(next, 'paid')
  expect(await invoice()).toMatchObject({ status: Paid })
})
