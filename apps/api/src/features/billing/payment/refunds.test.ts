import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billingWorld } from '../../../../../../tests/support/worlds/billing-world.ts'
import { mailTo } from '../../../../../../tests/support/mail/mail.ts'
import { aboutPayment, sendNotice } from '../../../../../../tests/support/engines/payment-notices.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof billingWorld>>
let invoice: { id: string; invoice_num: number }
beforeAll(async () => {
  stack = await startStack()
})
beforeEach(async () => {
  world = await billingWorld(stack)
  await world.session('2026-10-20T14:00:00Z')
  invoice = await world.invoiced()
})
afterAll(() => stack[Symbol.asyncDispose]())

const [Pending, Paid] = [0, 1]
const read = async () => (await world.get(world.admin, invoice.id)).body.response
const refunds = (by = world.admin, query = '') => stack.as(by).get(`/invoice/refunds${query}`)
const openPages = () => stack.db.selectFrom('checkouts').select('id').where('closed_at', 'is', null).execute()

test.each([
  ['one yen', 1, 'jpy'],
  ['the same number of cents in euros', 15_000, 'eur'],
  ['a cent less than the amount', 14_999, 'usd'],
  ['a cent more than the amount', 15_001, 'usd'],
])(
  'a payment of %s leaves the invoice Pending and is listed for a refund [PAY-11]',
  async (_, cents, currency) => {
    const one = aboutPayment(invoice.id, undefined, currency)
    expect(await sendNotice(stack, one.paid(cents))).toBe(200)
    expect(await read()).toMatchObject({
      status: Pending,
      payments: [{ amount: cents, currency, toRefund: true }],
    })
    expect((await refunds()).body.response.entries).toMatchObject([{ reason: 'other amount', currency }])
    expect(await sendNotice(stack, aboutPayment(invoice.id).paid(15_000))).toBe(200)
    expect((await read()).status).toBe(Paid)
  },
)

test.each([1e30, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, '15000'])(
  'a notice of %s cents is refused as malformed and nothing is stored [PAY-12]',
  async (cents) => {
    const one = aboutPayment(invoice.id)
    // A sender that does not keep to the service's types could write this.
    const told = cents as number
    for (const notice of [one.paid(told), one.arrived(told), one.refunded(told)])
      expect(await sendNotice(stack, notice)).toBe(400)
    expect(await read()).toMatchObject({ status: Pending, payments: [] })
    expect(await stack.db.selectFrom('payment_events').selectAll().execute()).toEqual([])
  },
)

test("a payment id with a NUL is refused, and a NUL in a failure's reason is replaced [PAY-12]", async () => {
  expect(await sendNotice(stack, aboutPayment(invoice.id, 'pi_\0').paid(15_000))).toBe(400)
  expect(await sendNotice(stack, aboutPayment(invoice.id).failed('De\0clined.'))).toBe(200)
  expect((await read()).payments).toMatchObject([{ failure: 'De clined.' }])
})

test('a payment of a wrong amount closes the checkout page only if it was made on that page', async () => {
  await stack.as(world.orgAdmin).get(`/invoice/pay/${invoice.id}`)
  await sendNotice(stack, aboutPayment(invoice.id).paid(1))
  expect(await openPages()).toHaveLength(1)
  await stack.db.updateTable('checkouts').set({ stripe_id: 'cs_pi_here' }).execute()
  await sendNotice(stack, aboutPayment(invoice.id, 'pi_here').paid(2))
  expect(await openPages()).toEqual([])
})

test('Admins have a list and a count of the payments to refund in all organizations; a payment leaves it once it is refunded in full [PAY-13]', async () => {
  await sendNotice(stack, aboutPayment(invoice.id).paid(15_000))
  expect((await refunds()).body.response).toMatchObject({ entries: [], entryCount: 0 })
  const second = aboutPayment(invoice.id)
  await sendNotice(stack, second.paid(15_000))
  stack.clock.advance(60_000)
  const third = aboutPayment(invoice.id)
  await sendNotice(stack, third.paid(7000))
  const entry = (more: object) => ({
    currency: 'usd',
    refunded: 0,
    invoice: { id: invoice.id, invoice_num: invoice.invoice_num },
    organization: { id: world.organization.id, displayName: world.organization.display_name },
    ...more,
  })
  expect((await refunds()).body.response).toMatchObject({
    entries: [entry({ amount: 15_000, reason: 'beside' }), entry({ amount: 7000, reason: 'other amount' })],
    entryCount: 2,
  })
  expect((await refunds(world.admin, '?page=2&limit=1')).body.response).toMatchObject({
    entries: [{ amount: 7000 }],
    entryCount: 2,
    pageCount: 2,
  })
  await sendNotice(stack, second.refunded(14_999))
  expect((await refunds()).body.response.entries[0]).toMatchObject({ refunded: 14_999 })
  await sendNotice(stack, second.refunded(15_000))
  expect((await refunds()).body.response).toMatchObject({ entries: [{ amount: 7000 }], entryCount: 1 })
  expect((await refunds(world.orgAdmin)).status).toBe(403)
})

test('each Admin and Super gets one mail about a refund that is due, nobody else does, and none is sent once it was refunded [PAY-13]', async () => {
  const { admin, superUser } = world
  await sendNotice(stack, aboutPayment(invoice.id).paid(15_000))
  const second = aboutPayment(invoice.id)
  for (const notice of [second.paid(15_000), second.paid(15_000)]) await sendNotice(stack, notice)
  await stack.runJobs()
  const told = await stack.db
    .selectFrom('mails as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.privs', 'm.state'])
    .where('m.kind', '=', 'refund-due')
    .execute()
  const ids = told.map((one) => one.id)
  expect(ids).toEqual(expect.arrayContaining([admin.id, superUser.id]))
  expect(new Set(ids).size).toBe(ids.length)
  expect(told.every(({ privs, state }) => privs >= 3 && state === 'sent')).toBe(true)
  const mails = await mailTo(admin.email)
  const mail = mails.find(({ subject }) => subject?.includes('needs a refund'))
  expect(mail?.subject).toBe('A payment for invoice 00001 needs a refund')
  expect(mail?.text).toContain('The invoice was already paid or void when it arrived.')
  expect(mail?.text).toContain(`${stack.config.origin}/invoice/${invoice.id}`)
  const third = aboutPayment(invoice.id)
  await sendNotice(stack, third.paid(15_000))
  await sendNotice(stack, third.refunded(15_000))
  await stack.runJobs()
  const late = await stack.db
    .selectFrom('mails')
    .select('last_error')
    .where('kind', '=', 'refund-due')
    .where('state', '=', 'failed')
    .execute()
  expect(new Set(late.map((one) => one.last_error))).toEqual(new Set(['The payment was refunded.']))
})
