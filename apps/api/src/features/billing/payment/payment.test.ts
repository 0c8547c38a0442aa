import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { billingWorld } from '../../../../../../tests/support/worlds/billing-world.ts'
import { aboutPayment, sendNotice } from '../../../../../../tests/support/engines/payment-notices.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { sweepPaymentEvents } from './events.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof billingWorld>>
let id: string
beforeAll(async () => {
  stack = await startStack()
})
beforeEach(async () => {
  world = await billingWorld(stack)
  await world.session('2026-10-20T14:00:00Z')
  id = (await world.invoiced()).id
})
afterAll(() => stack[Symbol.asyncDispose]())

const [Pending, Paid, PastDue, Void] = [0, 1, 2, 3]
const pay = (by = world.orgAdmin) => stack.as(by).get(`/invoice/pay/${id}`)
const read = async () => (await world.get(world.admin, id)).body.response
const checkouts = () => stack.db.selectFrom('checkouts').selectAll().orderBy('made_at').execute()

describe('the checkout page', () => {
  test('an OrgAdmin can pay the invoices of their own organization, Admin and Super any; a coach is refused [PAY-01 API-42]', async () => {
    const { orgAdmin, admin, superUser, coach, there } = world
    for (const by of [orgAdmin, admin, superUser])
      expect((await pay(by)).body.response).toMatch(/^https:\/\//)
    expect((await pay(coach)).status).toBe(403)
    expect((await pay(there.orgAdmin)).body.code).toBe('invoice_not_found')
  })

  test('an invoice has one checkout page, even if several people ask at once', async () => {
    const answers = await Promise.all([pay(), pay(world.admin), pay()])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    await pay()
    const made = await checkouts()
    expect(made).toHaveLength(1)
    expect(made[0]).toMatchObject({ invoice_id: id, amount_cents: '15000', closed_at: null })
    expect((await pay()).body.response).toBe(made[0]?.url)
  })

  test('a request that was cut off before the service answered is repeated with the same key', async () => {
    await pay()
    await stack.db.updateTable('checkouts').set({ stripe_id: null, url: null }).execute()
    const [before] = await checkouts()
    expect((await pay()).status).toBe(200)
    const after = await checkouts()
    expect(after.map((one) => one.id)).toEqual([before?.id])
  })

  test('a new checkout page is opened when the old one expires within the hour', async () => {
    await pay()
    const open = async () => (await checkouts()).map((one) => one.closed_at === null)
    // A page lasts a day less a minute and is given out while an hour is left.
    stack.clock.advance(23 * 3_600_000 - 60_000)
    const admin = await stack.make.person({ level: 'Admin' })
    expect((await pay(admin)).status).toBe(200)
    expect(await open()).toEqual([true])
    stack.clock.advance(1)
    expect((await pay(admin)).status).toBe(200)
    expect(await open()).toEqual([false, true])
  })

  test("a paid or void invoice can't be paid [PAY-04]", async () => {
    await world.setStatus(world.admin, id, Paid ?? 1)
    expect((await pay()).body).toMatchObject({
      code: 'already_paid',
      response: 'This invoice is paid already.',
    })
    await world.setStatus(world.admin, id, Void ?? 3)
    expect([(await pay()).status, (await pay()).body.code]).toEqual([409, 'invoice_void'])
    expect(await checkouts()).toEqual([])
  })

  test('the page is closed when the invoice is made Paid or Void by hand, or re-issued [PAY-06]', async () => {
    for (const status of [Paid, Void]) {
      await world.setStatus(world.admin, id, Pending ?? 0)
      await pay()
      expect((await world.setStatus(world.admin, id, status ?? 1)).status).toBe(200)
      expect((await checkouts()).filter((one) => one.closed_at === null)).toEqual([])
    }
    await world.setStatus(world.admin, id, Pending ?? 0)
    await pay()
    expect((await world.reissue(world.admin, id)).status).toBe(200)
    expect((await checkouts()).filter((one) => one.closed_at === null)).toEqual([])
  })

  test('the page stays open when the invoice is made PastDue', async () => {
    await pay()
    await world.setStatus(world.admin, id, PastDue ?? 2)
    expect((await checkouts()).map((one) => one.closed_at)).toEqual([null])
  })

  test('without a payment service paying is refused with payments_off, and an Admin can still mark the invoice Paid', async () => {
    await using other = await startStack({ STRIPE_SECRET_KEY: '' })
    const elsewhere = await billingWorld(other)
    await elsewhere.session('2026-10-20T14:00:00Z')
    const invoice = await elsewhere.invoiced()
    const answer = await other.as(elsewhere.orgAdmin).get(`/invoice/pay/${invoice.id}`)
    expect(answer.body).toMatchObject({ code: 'payments_off' })
    expect((await elsewhere.setStatus(elsewhere.admin, invoice.id, 1)).body.response.status).toBe(Paid)
    expect(await sendNotice(other, aboutPayment(invoice.id).paid(15_000))).toBe(409)
  })

  test('a page opened before the payment service was switched off does not stop an Admin from marking the invoice Paid', async () => {
    await using other = await startStack({ STRIPE_SECRET_KEY: '' })
    const elsewhere = await billingWorld(other)
    await elsewhere.session('2026-10-20T14:00:00Z')
    const invoice = await elsewhere.invoiced()
    const times = {
      made_at: new Date(other.clock.now()),
      expires_at: new Date(other.clock.now() + 86_400_000),
    }
    await other.db
      .insertInto('checkouts')
      .values({
        id: invoice.id,
        invoice_id: invoice.id,
        amount_cents: 15_000,
        stripe_id: 'cs_1',
        url: 'https://pay.test/1',
        ...times,
      })
      .execute()
    expect((await elsewhere.setStatus(elsewhere.admin, invoice.id, 1)).status).toBe(200)
  })

  test('when the payment service does not answer, no second page is opened and the invoice stays Pending', async () => {
    await using other = await startStack({ STRIPE_URL: 'http://127.0.0.1:9' })
    const elsewhere = await billingWorld(other)
    await elsewhere.session('2026-10-20T14:00:00Z')
    const invoice = await elsewhere.invoiced()
    expect((await other.as(elsewhere.orgAdmin).get(`/invoice/pay/${invoice.id}`)).status).toBe(503)
    await other.db.updateTable('checkouts').set({ stripe_id: 'cs_1', url: 'https://pay.test/1' }).execute()
    // Nor is there another page beside one that is about to expire and cannot be closed.
    other.clock.advance(23 * 3_600_000 + 60_000)
    const admin = await other.make.person({ level: 'Admin' })
    expect((await other.as(admin).get(`/invoice/pay/${invoice.id}`)).body.code).toBe('payment_page_open')
    expect((await elsewhere.setStatus(admin, invoice.id, 3)).body.code).toBe('payment_page_open')
    expect((await elsewhere.get(admin, invoice.id)).body.response.status).toBe(Pending)
  })
})

describe('a notice from the payment service', () => {
  test('a payment makes a Pending or PastDue invoice Paid [PAY-07]', async () => {
    expect(await sendNotice(stack, aboutPayment(id).paid(15_000))).toBe(200)
    expect(await read()).toMatchObject({
      status: Paid,
      payments: [{ amount: 15_000, refunded: 0, toRefund: false, failure: null }],
    })
    await world.setStatus(world.admin, id, PastDue ?? 2)
    await sendNotice(stack, aboutPayment(id).paid(15_000))
    expect((await read()).status).toBe(Paid)
  })

  test('a payment for an invoice that is already Paid or Void is stored as due for a refund and changes no status [PAY-08]', async () => {
    for (const status of [Paid, Void]) {
      await world.setStatus(world.admin, id, status ?? 1)
      const one = aboutPayment(id)
      await sendNotice(stack, one.paid(15_000))
      expect((await read()).status).toBe(status)
      expect((await read()).payments.at(-1)).toMatchObject({ toRefund: true, amount: 15_000 })
      await sendNotice(stack, one.refunded(15_000))
      expect((await read()).payments.at(-1)).toMatchObject({ toRefund: false, refunded: 15_000 })
    }
  })

  test("a refund is shown and changes no status, and the invoice can't be re-issued until it is refunded in full [PAY-09 BILL-39]", async () => {
    const one = aboutPayment(id)
    await sendNotice(stack, one.paid(15_000))
    await sendNotice(stack, one.refunded(5000))
    expect(await read()).toMatchObject({ status: Paid, payments: [{ refunded: 5000 }] })
    await world.setStatus(world.admin, id, Void ?? 3)
    expect((await world.reissue(world.admin, id)).body.code).toBe('invoice_paid')
    await sendNotice(stack, one.refunded(15_000))
    expect((await world.reissue(world.admin, id)).status).toBe(200)
  })

  test('a bank transfer that was begun changes nothing until the money arrives', async () => {
    const one = aboutPayment(id)
    await sendNotice(stack, one.begun(15_000))
    expect(await read()).toMatchObject({ status: Pending, payments: [] })
    await sendNotice(stack, one.arrived(15_000))
    expect((await read()).status).toBe(Paid)
  })

  test('a failed payment is shown with its reason until it succeeds', async () => {
    const one = aboutPayment(id)
    await sendNotice(stack, one.failed('Your card was declined.'))
    expect(await read()).toMatchObject({
      status: Pending,
      payments: [{ failure: 'Your card was declined.', paid_at: null }],
    })
    const silent = aboutPayment(id)
    await sendNotice(stack, {
      ...silent.failed(''),
      object: { id: silent.payment, metadata: { invoice_id: id }, currency: 'usd' },
    })
    const failures = (await read()).payments.map(({ failure }: { failure: string }) => failure)
    expect(failures).toContain('The payment failed.')
    await sendNotice(stack, one.paid(15_000))
    expect(await read()).toMatchObject({
      status: Paid,
      payments: expect.arrayContaining([expect.objectContaining({ amount: 15_000, failure: null })]),
    })
  })

  test('notices repeated and out of order lead to the same state, and a late failure makes no invoice unpaid', async () => {
    const one = aboutPayment(id)
    const notices = [one.refunded(5000), one.failed('Declined.'), one.paid(15_000), one.refunded(2000)]
    for (const [i, notice] of [...notices, ...notices.toReversed()].entries())
      expect(await sendNotice(stack, { ...notice, id: `evt_${i % notices.length}_${notice.type}` })).toBe(200)
    expect(await read()).toMatchObject({
      status: Paid,
      payments: [{ amount: 15_000, refunded: 5000, failure: null }],
    })
    expect(await stack.db.selectFrom('payments').select('id').execute()).toHaveLength(1)
  })

  test('a notice with a wrong signature is 403, and one about an unknown invoice or another matter changes nothing', async () => {
    const one = aboutPayment(id)
    expect(await sendNotice(stack, { ...one.paid(15_000), secret: 'whsec_somebody_else' })).toBe(403)
    const nobody = aboutPayment('00000000-0000-7000-8000-000000000000')
    expect(await sendNotice(stack, nobody.paid(15_000))).toBe(200)
    expect(await sendNotice(stack, aboutPayment("'; drop table invoices; --").paid(15_000))).toBe(200)
    expect(await sendNotice(stack, { type: 'customer.created', object: { id: 'cus_1' } })).toBe(200)
    expect(await read()).toMatchObject({ status: Pending, payments: [] })
  })

  test('the history has one line for the failure before payment and one for each higher refund total', async () => {
    const one = aboutPayment(id)
    const notices = [one.failed('Declined.'), one.paid(15_000), one.failed('Late.')]
    for (const notice of [...notices, ...[1, 1, 5000, 2000].map((cents) => one.refunded(cents))])
      await sendNotice(stack, notice)
    const { response } = (await stack.as(world.admin).get(`/invoice/history/${id}`)).body
    const told = response.map((event: { action: string; detail: object }) => [event.action, event.detail])
    expect(told.filter(([action]: [string]) => action !== 'issued')).toEqual(
      [
        ['payment-failed', { failure: 'Declined.' }],
        ['paid', { cents: 15_000, currency: 'usd' }],
        ['refunded', { cents: 1, currency: 'usd' }],
        ['refunded', { cents: 5000, currency: 'usd' }],
      ].toReversed(),
    )
  })

  test('a refund that arrives before its payment has a line in the history', async () => {
    await sendNotice(stack, aboutPayment(id).refunded(1))
    const { response } = (await stack.as(world.admin).get(`/invoice/history/${id}`)).body
    expect(response.map((event: { action: string }) => event.action)).toContain('refunded')
  })

  test('the ids of notices are swept after 90 days', async () => {
    const heard = () => stack.db.selectFrom('payment_events').select('id').execute()
    const dayMs = 86_400_000
    await stack.db.deleteFrom('payment_events').execute()
    const { now } = stack.clock
    const at = (days: number) => new Date(now() - days * dayMs + 60_000)
    await stack.db
      .insertInto('payment_events')
      .values([
        { id: 'evt_90', at: at(90) },
        { id: 'evt_91', at: at(91) },
      ])
      .execute()
    expect(await sweepPaymentEvents({ database: stack.platform.database, clock: now })).toBe(1)
    expect(await heard()).toEqual([{ id: 'evt_90' }])
  })

  test("the invoice's history lists the opened page and the payment beside issue and mail", async () => {
    await pay()
    await sendNotice(stack, aboutPayment(id).paid(15_000))
    await stack.runJobs()
    const { response } = (await stack.as(world.orgAdmin).get(`/invoice/history/${id}`)).body
    expect(response.map((one: { action: string }) => one.action).toSorted()).toEqual([
      'issued',
      'mailed',
      'paid',
      'pay-opened',
    ])
    expect(response.find((one: { action: string }) => one.action === 'pay-opened').by.name).toBe('Robin Ames')
  })
})
