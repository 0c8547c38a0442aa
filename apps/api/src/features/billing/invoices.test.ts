import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { afterMonth, billingWorld } from '../../../../../tests/support/worlds/billing-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof billingWorld>>
beforeAll(async () => {
  stack = await startStack()
})
beforeEach(async () => {
  world = await billingWorld(stack)
  await world.session('2026-10-20T14:00:00Z')
})
afterAll(() => stack[Symbol.asyncDispose]())

const [Pending, Paid, PastDue, Void] = [0, 1, 2, 3]

describe('who may see an invoice', () => {
  test('an OrgAdmin sees the invoices of their own organization, Admin and Super see all, a coach sees none [BILL-01 BILL-02]', async () => {
    const { orgAdmin, coach, admin, superUser, there, organization, get, behind, preview, invoiced } = world
    const { id } = await invoiced()
    const statuses = async (by: typeof admin) => [
      (await stack.as(by).get(`/invoice/organization/${organization.id}`)).status,
      (await get(by, id)).status,
      (await behind(by, id)).status,
      (await preview(by)).status,
    ]
    for (const by of [orgAdmin, admin, superUser]) expect(await statuses(by)).toEqual([200, 200, 200, 200])
    expect(await statuses(coach)).toEqual([403, 403, 403, 403])
    expect(await statuses(there.orgAdmin)).toEqual([404, 404, 404, 404])
  })

  test('the invoices of an unknown organization are 404, and an invoice number in place of an id is 400', async () => {
    const nobody = '00000000-0000-7000-8000-000000000000'
    expect((await stack.as(world.admin).get(`/invoice/organization/${nobody}`)).body.code).toBe(
      'organization_not_found',
    )
    expect((await world.get(world.admin, nobody)).body.code).toBe('invoice_not_found')
    expect((await stack.as(world.admin).get('/invoice/invoice/1')).status).toBe(400)
  })
})

test('the list is newest first, can be ordered and filtered, and is searched by number or month [API-39]', async () => {
  const { session, run, organization, setStatus } = world
  for (const month of ['11', '12'])
    await session(`2026-${month}-10T14:00:00Z`, { minutes: month === '11' ? 90 : 30 })
  stack.clock.set(afterMonth('2027-01'))
  await run()
  const by = await stack.make.person({ level: 'Admin' })
  const numbers = async (query: Record<string, string> = {}) => {
    const { response } = (
      await stack.as(by).get(`/invoice/organization/${organization.id}?${new URLSearchParams(query)}`)
    ).body
    return (Array.isArray(response) ? response : response.entries).map(
      (one: { invoice_num: number }) => one.invoice_num,
    )
  }
  expect(await numbers()).toEqual([3, 2, 1])
  expect(await numbers({ order: '["invoice_num","DESC"]' })).toEqual([3, 2, 1])
  expect(await numbers({ order: '["amount","ASC"]' })).toEqual([3, 1, 2])
  expect(await numbers({ page: '2', limit: '2' })).toEqual([1])
  expect(await numbers({ search: '00002' })).toEqual([2])
  expect(await numbers({ search: 'december' })).toEqual([3])
  expect(await numbers({ search: 'Oct 2026' })).toEqual([1])
  const [first] = (await world.list(by)).slice(-1)
  await setStatus(by, first.id, Paid ?? 1)
  expect(await numbers({ filters: '{"status":[1]}' })).toEqual([1])
})

describe('the status of an invoice', () => {
  test("an Admin or Super can switch it from any status to any other; an OrgAdmin or coach can't [API-43 BILL-07]", async () => {
    const { admin, superUser, orgAdmin, coach, setStatus, invoiced, get } = world
    const { id } = await invoiced()
    for (const from of [Pending, Paid, PastDue, Void])
      for (const to of [Pending, Paid, PastDue, Void]) {
        await setStatus(superUser, id, from ?? 0)
        expect((await setStatus(admin, id, to ?? 0)).body.response.status).toBe(to)
      }
    for (const by of [orgAdmin, coach]) expect((await setStatus(by, id, 1)).status).toBe(403)
    expect((await setStatus(admin, id, 4)).status).toBe(400)
    expect((await get(orgAdmin, id)).body.response).toMatchObject({
      status: Void,
      abilities: { changeStatus: false, reissue: false, pay: false },
    })
  })

  test('a change with an old version is refused as stale', async () => {
    const { admin, setStatus, invoiced } = world
    const { id, version } = await invoiced()
    expect((await setStatus(admin, id, 1, { version })).status).toBe(200)
    expect((await setStatus(admin, id, 3, { version })).body.code).toBe('stale')
  })

  test("a Pending invoice becomes PastDue at midnight 30 days after its due date in the organization's zone, and only once [BILL-14 BILL-15]", async () => {
    const { daily, setStatus, invoiced, get, there, session } = world
    await session('2026-10-20T14:00:00Z', { coach: there.coach, client: there.client })
    const { id } = await invoiced()
    const [other] = await world.list(world.admin, there.organization.id)
    await setStatus(world.admin, other.id, 1)
    const status = async () => {
      const by = await stack.make.person({ level: 'Admin' })
      return [(await get(by, id)).body.response.status, (await get(by, other.id)).body.response.status]
    }
    stack.clock.set('2026-12-01T04:59:59Z')
    await daily()
    expect(await status()).toEqual([Pending, Paid])
    stack.clock.set('2026-12-01T05:00:00Z')
    await daily()
    expect(await status()).toEqual([PastDue, Paid])
    const by = await stack.make.person({ level: 'Admin' })
    await setStatus(by, id, Pending ?? 0)
    stack.clock.set('2027-03-01T05:00:00Z')
    await daily()
    expect(await status()).toEqual([Pending, Paid])
  })

  test('PARLEY_PAST_DUE_DAYS sets after how many days it becomes PastDue', async () => {
    await using other = await startStack({ PARLEY_PAST_DUE_DAYS: '7' })
    const { invoiced, daily, get, session } = await billingWorld(other)
    await session('2026-10-20T14:00:00Z')
    const { id } = await invoiced()
    other.clock.set('2026-11-08T05:00:00Z')
    await daily()
    const by = await other.make.person({ level: 'Admin' })
    expect((await get(by, id)).body.response.status).toBe(PastDue)
  })
})

describe('a void invoice', () => {
  test('a void invoice keeps its sessions, so no later run bills them [BILL-37]', async () => {
    const { admin, setStatus, invoiced, run, list, behind } = world
    const { id } = await invoiced()
    await setStatus(admin, id, 3)
    stack.clock.set(afterMonth('2026-12'))
    await run()
    const by = await stack.make.person({ level: 'Admin' })
    expect(await list(by)).toHaveLength(1)
    expect((await behind(by, id)).body.response).toHaveLength(1)
  })

  test('its sessions can be corrected while it is void, and return to what was billed when it leaves Void', async () => {
    const { admin, orgAdmin, setStatus, invoiced, behind, correct, session } = world
    const second = await session('2026-10-21T14:00:00Z')
    const { id } = await invoiced()
    expect((await correct(orgAdmin, second.id, 'NoShow')).body.code).toBe('not_correctable')
    await setStatus(admin, id, 3)
    expect((await correct(orgAdmin, second.id, 'NoShow')).status).toBe(200)
    expect((await setStatus(admin, id, 0)).body.response.amount).toBe(30_000)
    expect((await correct(orgAdmin, second.id, 'Completed')).body.code).toBe('not_correctable')
    expect((await behind(admin, id)).body.response.map((one: { billed: number }) => one.billed)).toEqual([
      60, 60,
    ])
  })
})

describe('re-issue', () => {
  test("an Admin's re-issue moves the sessions, as they are now, to a new invoice with a new number for the same period; an OrgAdmin can't re-issue [BILL-38]", async () => {
    const {
      admin,
      orgAdmin,
      setStatus,
      invoiced,
      behind,
      correct,
      session,
      reissue,
      get,
      list,
      organization,
    } = world
    const second = await session('2026-10-21T14:00:00Z')
    const { id } = await invoiced()
    await stack
      .as(admin)
      .post(`/organizations/update/${organization.id}`, { billingAddress: '9 New Street', rate: 99_000 })
    expect((await reissue(orgAdmin, id)).status).toBe(403)
    await setStatus(admin, id, 3)
    await correct(orgAdmin, second.id, 'NoShow')
    stack.clock.set('2026-11-05T12:00:00Z')
    const later = await stack.make.person({ level: 'Admin' })
    const made = (await reissue(later, id)).body.response
    expect(made).toMatchObject({
      invoice_num: 2,
      start_date: '2026-10-01',
      end_date: '2026-11-01',
      due: '2026-11-05',
      status: Pending,
      amount: 15_000,
      billed_time: 60,
      unbilled_time: 60,
      organization: { rate: 15_000, billingAddress: '9 New Street' },
      reissue_of: { id, invoice_num: 1 },
    })
    expect((await get(later, id)).body.response).toMatchObject({
      status: Void,
      amount: 30_000,
      organization: { billingAddress: '1 Quay Street' },
      reissued_as: { id: made.id, invoice_num: 2 },
    })
    expect((await behind(later, id)).body.response).toEqual([])
    expect((await behind(later, made.id)).body.response).toHaveLength(2)
    expect((await correct(later, second.id, 'Completed')).body.code).toBe('not_correctable')
    expect(await list()).toHaveLength(2)
  })

  test("a re-issued invoice can't leave Void and can't be re-issued again [BILL-40]", async () => {
    const { admin, setStatus, invoiced, reissue } = world
    const { id } = await invoiced()
    const made = (await reissue(admin, id)).body.response
    for (const status of [0, 1, 2])
      expect((await setStatus(admin, id, status)).body.code).toBe('invoice_reissued')
    expect((await setStatus(admin, id, 3)).status).toBe(200)
    expect((await reissue(admin, id)).body.code).toBe('invoice_reissued')
    expect((await reissue(admin, made.id)).body.response.invoice_num).toBe(3)
  })

  test("a paid invoice, or one with no billed minute left, can't be re-issued, and no number is used up [BILL-39]", async () => {
    const { admin, orgAdmin, setStatus, invoiced, reissue, correct, behind, get } = world
    const { id } = await invoiced()
    await setStatus(admin, id, 1)
    expect((await reissue(admin, id)).body.code).toBe('invoice_paid')
    await setStatus(admin, id, 3)
    const [only] = (await behind(admin, id)).body.response
    await correct(orgAdmin, only.id, 'Cancelled')
    expect((await reissue(admin, id)).body.code).toBe('nothing_billed')
    await correct(orgAdmin, only.id, 'Completed')
    expect((await reissue(admin, id)).body.response.invoice_num).toBe(2)
    expect((await get(admin, id)).body.response.reissued_as.invoice_num).toBe(2)
  })

  test('a re-issue repeated with its idempotency key gets the same answer and creates no other invoice [BILL-46]', async () => {
    const { admin, invoiced, reissue, list } = world
    const { id } = await invoiced()
    const key = { 'idempotency-key': 'again' }
    const [one, other] = await Promise.all([reissue(admin, id, key), reissue(admin, id, key)])
    expect(one).toMatchObject({ status: 200, body: { response: { invoice_num: 2 } } })
    expect(other.body).toEqual(one.body)
    expect((await reissue(admin, id, key)).body).toEqual(one.body)
    expect(await list()).toHaveLength(2)
  })

  test('three re-issues at once create one invoice; the others get 409', async () => {
    const { admin, invoiced, reissue, list } = world
    const { id } = await invoiced()
    const answers = await Promise.all([reissue(admin, id), reissue(admin, id), reissue(admin, id)])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await list()).toHaveLength(2)
  })
})

test('the preview shows the amounts that the run then bills, and the minutes of each day', async () => {
  const { preview, run, list, orgAdmin, session, otherCoach, otherClient } = world
  await session('2026-10-31T23:00:00Z', { minutes: 30 })
  await session('2026-10-31T22:00:00Z', { coach: otherCoach, client: otherClient, billable: false })
  await session('2026-10-30T22:00:00Z', { status: 'Scheduled' })
  const seen = (await preview(orgAdmin)).body.response
  expect(seen).toMatchObject({
    start_date: '2026-10-01',
    end_date: '2026-11-01',
    amount: 22_500,
    billed_time: 90,
    unbilled_time: 60,
    rate: 15_000,
    days: [
      { day: '2026-10-20', billed_time: 60 },
      { day: '2026-10-31', billed_time: 30 },
    ],
  })
  await run()
  const [invoice] = await list()
  for (const field of ['amount', 'billed_time', 'unbilled_time', 'line_items'])
    expect(invoice[field]).toEqual(seen[field])
  expect((await preview(orgAdmin)).body.response).toMatchObject({
    start_date: '2026-11-01',
    amount: 0,
    line_items: [],
    days: [],
  })
})

test("the lines of a preview are ordered by the coach's name, then by id", async () => {
  const { preview, orgAdmin, session, coach, otherCoach, otherClient } = world
  await session('2026-10-30T22:00:00Z', { coach: otherCoach, client: otherClient })
  const coaches = async () => {
    const { line_items } = (await preview(orgAdmin)).body.response
    return line_items.map((line: { coach_id: string }) => line.coach_id)
  }
  const rename = (id: string, first_name: string) =>
    stack.db.updateTable('people').set({ first_name }).where('id', '=', id).execute()
  await rename(coach.id, 'Zoe')
  expect(await coaches()).toEqual([otherCoach.id, coach.id])
  await rename(otherCoach.id, 'Zoe')
  expect(await coaches()).toEqual([coach.id, otherCoach.id].toSorted())
})
