import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runFor } from './run.ts'
import { afterMonth, billingWorld } from '../../../../../tests/support/worlds/billing-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof billingWorld>>
beforeAll(async () => {
  stack = await startStack()
})
beforeEach(async () => {
  world = await billingWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())

const runsOf = (organizationId: string) =>
  stack.db.selectFrom('billing_runs').selectAll().where('organization_id', '=', organizationId).execute()

describe('a run', () => {
  test('a run makes one invoice for the month: a line for each coach, subtotals rounded half up to the cent, and their sum [API-40 API-41 BILL-12 BILL-13 BILL-17 BILL-18 BILL-26]', async () => {
    const { session, coach, otherCoach, otherClient, organization, invoiced } = world
    await stack.db
      .updateTable('organizations')
      .set({ rate_cents: 9998 })
      .where('id', '=', organization.id)
      .execute()
    await session('2026-10-20T14:00:00Z', { minutes: 15 })
    await session('2026-10-21T14:00:00Z', { minutes: 45, billable: false })
    await session('2026-10-20T14:00:00Z', { coach: otherCoach, client: otherClient, minutes: 90 })
    const invoice = await invoiced()
    expect(invoice).toMatchObject({
      invoice_num: 1,
      start_date: '2026-10-01',
      end_date: '2026-11-01',
      due: '2026-11-01',
      status: 0,
      amount: 2500 + 14_997,
      billed_time: 105,
      unbilled_time: 45,
      organization: {
        id: organization.id,
        name: organization.name,
        displayName: organization.display_name,
        rate: 9998,
      },
    })
    const lineOf = (one: { id: string }) =>
      invoice.line_items.find((line: { coach_id: string }) => line.coach_id === one.id)
    expect(lineOf(coach)).toMatchObject({
      name: 'Robin Ames',
      coached_time: 60,
      billed_time: 15,
      unbilled_time: 45,
      subtotal: 2500,
    })
    expect(lineOf(otherCoach)).toMatchObject({
      coached_time: 90,
      billed_time: 90,
      unbilled_time: 0,
      subtotal: 14_997,
    })
  })

  test('a run counts Completed and NoShow sessions; Cancelled ones never, past ones that are still Scheduled not yet [BILL-20 BILL-21 BILL-22 BILL-25 BILL-28]', async () => {
    const { session, invoiced, behind, orgAdmin } = world
    const billed = await session('2026-10-02T14:00:00Z')
    const unbillable = await session('2026-10-03T14:00:00Z', { billable: false })
    const noShow = await session('2026-10-04T14:00:00Z', { status: 'NoShow' })
    await session('2026-10-05T14:00:00Z', { status: 'Cancelled' })
    await session('2026-10-06T14:00:00Z', { status: 'Scheduled' })
    const invoice = await invoiced()
    expect(invoice).toMatchObject({ billed_time: 60, unbilled_time: 120, amount: 15_000 })
    const sessions = (await behind(orgAdmin, invoice.id)).body.response
    expect(sessions.map((one: { id: string; billed: number }) => [one.id, one.billed])).toEqual([
      [billed.id, 60],
      [unbillable.id, 0],
      [noShow.id, 0],
    ])
  })

  test('a run bills the scheduled minutes and shows the minutes of presence beside them [BILL-19]', async () => {
    const { session, wasThere, coach, client, invoiced, behind, orgAdmin } = world
    const one = await session('2026-10-20T14:00:00Z')
    await wasThere(one, coach, -5, 70)
    await wasThere(one, client, 2, 20.5)
    const invoice = await invoiced()
    expect(invoice.billed_time).toBe(60)
    expect((await behind(orgAdmin, invoice.id)).body.response).toMatchObject([
      {
        id: one.id,
        scheduled: 60,
        present: 20,
        billed: 60,
        status: 'Completed',
        client: 'Robin Ames',
        isLate: false,
      },
    ])
  })

  test('a session without a record of a call has no minutes of presence, rather than 0 [BILL-50]', async () => {
    const { session, wasThere, coach, invoiced, behind, orgAdmin } = world
    const unrecorded = await session('2026-10-20T14:00:00Z')
    const alone = await session('2026-10-21T14:00:00Z')
    await wasThere(alone, coach, 0, 30)
    // Somebody did the device check, and nobody came into the call.
    const checked = await session('2026-10-22T14:00:00Z')
    await stack.db
      .insertInto('calls')
      .values({ session_id: checked.id, room: `room-${checked.id}`, made_at: checked.start_time })
      .execute()
    const { id } = await invoiced()
    expect((await behind(orgAdmin, id)).body.response).toMatchObject([
      { id: unrecorded.id, present: null, billed: 60 },
      { id: alone.id, present: 0, billed: 60 },
      { id: checked.id, present: null, billed: 60 },
    ])
  })

  test('under the no-show policy a billable no-show is billed if the coach stayed 5 minutes after the start [BILL-23 BILL-24]', async () => {
    const { session, wasThere, coach, organization, invoiced, preview, behind, orgAdmin } = world
    await stack.db
      .updateTable('organizations')
      .set({ no_show_billed: true })
      .where('id', '=', organization.id)
      .execute()
    const noShow = (day: string, billable = true) =>
      session(`2026-10-${day}T14:00:00Z`, { status: 'NoShow', billable })
    const [stayed, early, short, unbillable, nobody] = [
      await noShow('01'),
      await noShow('02'),
      await noShow('03'),
      await noShow('04', false),
      await noShow('05'),
    ]
    await wasThere(stayed, coach, 0, 5)
    await wasThere(early, coach, -10, 14.9)
    await wasThere(short, coach, 3, 4.9)
    await wasThere(unbillable, coach, 0, 30)
    const before = (await preview(orgAdmin)).body.response
    expect(before).toMatchObject({ billed_time: 60, unbilled_time: 240, no_show_billed: true })
    const invoice = await invoiced()
    expect(invoice).toMatchObject({ billed_time: 60, unbilled_time: 240, no_show_billed: true })
    const sessions = (await behind(orgAdmin, invoice.id)).body.response
    const billed = Object.fromEntries(
      sessions.map((one: { id: string; billed: number }) => [one.id, one.billed]),
    )
    expect(billed).toEqual({
      [stayed.id]: 60,
      [early.id]: 0,
      [short.id]: 0,
      [unbillable.id]: 0,
      [nobody.id]: 0,
    })
  })

  test('the first run of an organization leaves out sessions before its first day, even if they are settled later [BILL-47]', async () => {
    const { session, orgAdmin, preview, invoiced, list } = world
    // The organization was created on October 1; midnight of that day is 4:00 UTC in New York.
    await session('2026-10-01T03:45:00Z')
    const open = await session('2026-09-20T14:00:00Z', { status: 'Scheduled' })
    await session('2026-10-01T04:00:00Z', { minutes: 30 })
    const settle = () =>
      stack.db.updateTable('sessions').set({ status: 'Completed' }).where('id', '=', open.id).execute()
    expect((await preview(orgAdmin)).body.response.billed_time).toBe(30)
    expect((await invoiced()).billed_time).toBe(30)
    await settle()
    stack.clock.set(afterMonth('2026-12'))
    await world.run()
    expect(await list()).toHaveLength(1)
  })

  test("a month without a billed minute gets a run but no invoice, and its sessions can't be corrected any more [BILL-30 BILL-31]", async () => {
    const { session, run, list, organization, orgAdmin } = world
    const one = await session('2026-10-20T14:00:00Z', { status: 'NoShow' })
    await run()
    expect(await list()).toEqual([])
    expect(await runsOf(organization.id)).toHaveLength(1)
    const { abilities } = (await stack.as(orgAdmin).get(`/sessions/${one.id}`)).body.response
    expect(abilities).toMatchObject({ edit: false, correct: false })
    expect((await world.correct(orgAdmin, one.id, 'Completed')).body.code).toBe('not_correctable')
    stack.clock.set(afterMonth('2026-12'))
    await run()
    expect(await list()).toEqual([])
  })

  test('an organization gets one invoice for a period, even if runs overlap or repeat [BILL-32]', async () => {
    const { session, run, list, organization } = world
    await session('2026-10-20T14:00:00Z')
    await Promise.all([run(), run(), run()])
    await run()
    const invoices = await list()
    expect(invoices).toHaveLength(1)
    expect(await runsOf(organization.id)).toHaveLength(1)
    const first = await stack.db.selectFrom('invoices').selectAll().executeTakeFirstOrThrow()
    const second = stack.db.insertInto('invoices').values({ ...first, id: organization.id, invoice_num: 99 })
    await expect(second.execute()).rejects.toThrow('invoices_one_per_period')
  })

  test('invoice numbers form one series without a gap over all organizations [BILL-09]', async () => {
    const { session, run, list, there } = world
    for (const month of ['10', '11']) {
      await session(`2026-${month}-20T14:00:00Z`)
      await session(`2026-${month}-20T14:00:00Z`, { coach: there.coach, client: there.client })
    }
    await run()
    stack.clock.set(afterMonth('2026-12'))
    await run()
    const numbers = [...(await list()), ...(await list(undefined, there.organization.id))]
      .map((one: { invoice_num: number }) => one.invoice_num)
      .toSorted((a: number, b: number) => a - b)
    expect(numbers).toEqual([1, 2, 3, 4])
  })

  test('invoices made in one transaction get consecutive numbers', async () => {
    const { session, list, organization, there } = world
    await session('2026-10-20T14:00:00Z')
    await session('2026-10-20T14:00:00Z', { coach: there.coach, client: there.client })
    const both = [organization.id, there.organization.id]
    await runFor(stack.db, both, { from: ['Parley'], now: stack.clock.now() })
    const numbers = [...(await list()), ...(await list(undefined, there.organization.id))].map(
      (one: { invoice_num: number }) => one.invoice_num,
    )
    expect(new Set(numbers)).toEqual(new Set([1, 2]))
  })

  test("an organization that can't be billed is named in the run's error and does not stop the others", async () => {
    const { session, run, list, there, organization } = world
    await session('2026-10-20T14:00:00Z')
    await session('2026-10-20T14:00:00Z', { coach: there.coach, client: there.client })
    // An unknown time zone: everything that is computed with it fails.
    const owner = new pg.Client({ connectionString: stack.database.ownerUrl })
    await owner.connect()
    await owner.query('alter table organizations drop constraint organizations_time_zone')
    await owner.query("update organizations set time_zone = 'Mars/Olympus' where id = $1", [organization.id])
    await owner.end()
    await expect(run()).rejects.toThrow(new RegExp(`${organization.id}: .*Mars/Olympus`, 'i'))
    expect(await list(undefined, there.organization.id)).toHaveLength(1)
    await stack.db
      .updateTable('organizations')
      .set({ time_zone: 'UTC' })
      .where('id', '=', organization.id)
      .execute()
    await run()
    expect(await list()).toHaveLength(1)
  })

  test("a month is billed three hours after it ends in the organization's zone", async () => {
    const { session, run, list } = world
    await session('2026-10-20T14:00:00Z')
    stack.clock.set('2026-11-01T06:59:59.999Z')
    await run()
    expect(await list()).toEqual([])
    stack.clock.set('2026-11-01T07:00:00.000Z')
    await run()
    expect(await list()).toHaveLength(1)
  })

  test("a session belongs to the month in which it starts in the organization's zone, also in the night when the clock changes [BILL-12 BILL-27]", async () => {
    const { session, run, list, organization } = world
    await stack.db
      .updateTable('organizations')
      .set({ time_zone: 'America/Havana' })
      .where('id', '=', organization.id)
      .execute()
    // In Cuba midnight of Nov 1, 2026 comes twice. November begins with the first one.
    await session('2026-11-01T03:45:00Z', { minutes: 15 })
    await session('2026-11-01T04:00:00Z', { minutes: 30 })
    await session('2026-11-01T05:00:00Z', { minutes: 45 })
    await run()
    expect((await list()).map((one: { billed_time: number }) => one.billed_time)).toEqual([15])
    stack.clock.set(afterMonth('2026-12'))
    await run()
    expect((await list()).map((one: { billed_time: number }) => one.billed_time)).toEqual([75, 15])
  })

  test('months in which no worker ran are billed later, one invoice each', async () => {
    const { session, run, list } = world
    for (const month of ['10', '11', '12']) await session(`2026-${month}-10T14:00:00Z`)
    stack.clock.set(afterMonth('2027-01'))
    await run()
    const periods = (await list()).map((one: { start_date: string; due: string }) => [
      one.start_date,
      one.due,
    ])
    expect(periods).toEqual([
      ['2026-12-01', '2027-01-01'],
      ['2026-11-01', '2027-01-01'],
      ['2026-10-01', '2027-01-01'],
    ])
  })
})

describe('a session settled after its month was billed', () => {
  test("it is billed once, on the next invoice, marked as late and at that invoice's rate [BILL-27 BILL-28 BILL-29 BILL-35]", async () => {
    const { session, run, list, behind, coach, admin, organization } = world
    await session('2026-10-20T14:00:00Z')
    const late = await session('2026-10-21T14:00:00Z', { status: 'Scheduled' })
    await run()
    await stack.as(admin).post(`/organizations/update/${organization.id}`, { rate: 18_000 })
    expect((await stack.as(coach).post(`/sessions/complete/${late.id}`)).status).toBe(200)
    stack.clock.set(afterMonth('2026-12'))
    await run()
    expect((await list()).map((one: { amount: number }) => one.amount)).toEqual([15_000, 15_000])
    const next = await session('2026-12-20T14:00:00Z', { status: 'Scheduled' })
    stack.clock.set(afterMonth('2027-01'))
    await run()
    await stack.db.updateTable('sessions').set({ status: 'Completed' }).where('id', '=', next.id).execute()
    stack.clock.set(afterMonth('2027-02'))
    await run()
    const last = await stack.make.person({ level: 'Super' })
    const invoices = await list(last)
    expect(invoices.map((one: { amount: number }) => one.amount)).toEqual([18_000, 15_000, 15_000])
    expect((await behind(last, invoices[1].id)).body.response).toMatchObject([{ id: late.id, isLate: true }])
    expect((await behind(last, invoices[0].id)).body.response).toMatchObject([
      { id: next.id, isLate: true, billed: 60 },
    ])
  })

  test('it is on no invoice if it is cancelled before the next run', async () => {
    const { session, run, list, coach, orgAdmin } = world
    const late = await session('2026-10-21T14:00:00Z', { status: 'Scheduled' })
    await run()
    await stack.as(coach).post(`/sessions/complete/${late.id}`)
    expect((await world.correct(orgAdmin, late.id, 'Cancelled')).status).toBe(200)
    stack.clock.set(afterMonth('2026-12'))
    await run()
    expect(await list()).toEqual([])
  })

  test("a Cancelled session corrected to Completed after its month's run is on the next invoice", async () => {
    const { session, run, list, orgAdmin } = world
    const one = await session('2026-10-21T14:00:00Z', { status: 'Cancelled' })
    await run()
    expect((await world.correct(orgAdmin, one.id, 'Completed')).status).toBe(200)
    stack.clock.set(afterMonth('2026-12'))
    await run()
    expect((await list()).map((invoice: { billed_time: number }) => invoice.billed_time)).toEqual([60])
  })
})

describe('rate and no-show policy', () => {
  test('a changed rate or policy counts from the next period, and each invoice keeps the terms it was made with [BILL-33 BILL-34]', async () => {
    const { session, wasThere, coach, run, list, admin, organization } = world
    const october = await session('2026-10-20T14:00:00Z', { status: 'NoShow' })
    await session('2026-10-21T14:00:00Z')
    const november = await session('2026-11-20T14:00:00Z', { status: 'NoShow' })
    const december = await session('2026-12-20T14:00:00Z', { status: 'NoShow' })
    await session('2026-11-21T14:00:00Z')
    for (const one of [october, november, december]) await wasThere(one, coach, 0, 30)
    // November has begun. The runs of October and November come after the change but use the terms that counted in these
    // months.
    await stack
      .as(admin)
      .post(`/organizations/update/${organization.id}`, { rate: 20_000, no_show_billed: true })
    stack.clock.set(afterMonth('2027-01'))
    await run()
    const by = await stack.make.person({ level: 'Admin' })
    const read = async () =>
      (await list(by)).map(
        (one: { amount: number; no_show_billed: boolean; organization: { rate: number } }) => [
          one.amount,
          one.organization.rate,
          one.no_show_billed,
        ],
      )
    const expected = [
      [20_000, 20_000, true],
      [15_000, 15_000, false],
      [15_000, 15_000, false],
    ]
    expect(await read()).toEqual(expected)
    await stack.as(by).post(`/organizations/update/${organization.id}`, { rate: 1, no_show_billed: false })
    expect(await read()).toEqual(expected)
  })

  test('an Admin can set the no-show policy; an OrgAdmin is refused [BILL-36]', async () => {
    const { admin, orgAdmin, organization } = world
    const set = (by: { token: string }) =>
      stack.as(by).post(`/organizations/update/${organization.id}`, { no_show_billed: true })
    expect((await set(orgAdmin)).body.code).toBe('field_not_yours')
    expect((await set(admin)).body.response.no_show_billed).toBe(true)
  })

  test("when the organization's zone changes, each session is still billed exactly once", async () => {
    const { session, run, list, organization } = world
    await session('2026-10-31T20:00:00Z', { minutes: 15 })
    await run()
    await stack.db
      .updateTable('organizations')
      .set({ time_zone: 'Asia/Tokyo' })
      .where('id', '=', organization.id)
      .execute()
    // In Tokyo this was already November. In New York it was October, and it is billed.
    await session('2026-11-01T10:00:00Z', { minutes: 30 })
    await session('2026-11-30T16:00:00Z', { minutes: 45 })
    stack.clock.set(afterMonth('2026-12'))
    await run()
    stack.clock.set(afterMonth('2027-01'))
    await run()
    const by = await stack.make.person({ level: 'Admin' })
    expect((await list(by)).map((one: { billed_time: number }) => one.billed_time)).toEqual([45, 30, 15])
  })
})
