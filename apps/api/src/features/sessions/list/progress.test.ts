import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { statementsOf } from '../../../../../../tests/proofs/load/statements.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { foldSessionHours } from './figures.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

test("this week's calls are those that took place or are ahead, and today's and upcoming ones are counted apart", async () => {
  const { coach, client } = await sessionsWorld(stack)
  // Monday, 9 AM in New York.
  const make = (start: string, status?: 'Completed' | 'NoShow' | 'Cancelled') =>
    stack.make.session({ coach, client, start, ...(status && { status }) })
  await make(at('12:00'), 'Completed')
  await make(at('13:00'), 'NoShow')
  await make(at('20:00'))
  await make(at('15:00', '2026-11-20'))
  await make(at('16:00', '2026-11-20'), 'Cancelled')
  // Sunday evening in New York still belongs to the week; the next Monday does not.
  await make(at('02:00', '2026-11-23'))
  await make(at('15:00', '2026-11-23'))
  const { response } = (await stack.as(coach).get('/sessions/progress')).body
  expect(response.weeks.at(-1)).toEqual({ start: '2026-11-16', calls: 4, minutes: 60 })
  expect(response).toMatchObject({ today: 2, toCome: 3 })
})

const progress = async (by: TestPerson, query = '') =>
  (await stack.as(by).get(`/sessions/progress${query}`)).body.response

test('an OrgAdmin gets the figures of their organization, and with owned their own [DASH-20]', async () => {
  const { coach, client, orgAdmin, there } = await sessionsWorld(stack)
  await stack.make.session({ coach, client, start: at('09:00'), status: 'Completed' })
  await stack.make.session({ coach, client, start: at('20:00') })
  const elsewhere = { coach: there.coach, client: there.client }
  await stack.make.session({ ...elsewhere, start: at('10:00'), status: 'Completed' })
  const scope = { completed: 1, noShow: 0, today: 2, toCome: 1, total: null, minutesTotal: null }
  expect(await progress(orgAdmin)).toMatchObject({ ...scope, hasOwn: false })
  expect(await progress(orgAdmin, '?owned=true')).toMatchObject({ completed: 0, total: 0, hasOwn: false })
  expect(await progress(coach)).toMatchObject({ completed: 1, total: 2, minutesTotal: 60, hasOwn: true })
  await stack.make.session({ coach, participants: [orgAdmin], start: at('11:00'), status: 'NoShow' })
  expect(await progress(orgAdmin)).toMatchObject({ ...scope, noShow: 1, hasOwn: true })
  expect(await progress(orgAdmin, '?owned=true')).toMatchObject({ completed: 0, noShow: 1, total: 1 })
})

test("an Admin's figures equal those of all sessions, before and after they are folded, in any zone and after any change [DASH-20]", async () => {
  const { coach, client, admin, update, booked } = await sessionsWorld(stack)
  await stack.db
    .updateTable('people')
    .set({ time_zone: 'Asia/Kathmandu' })
    .where('id', '=', admin.id)
    .execute()
  // Midnight there is 18:15 UTC: these two are in an hour that the edge of a week cuts, one on either side.
  await stack.make.session({ coach, client, start: at('18:00', '2026-11-15'), status: 'Completed' })
  await stack.make.session({ coach, client, start: at('18:15', '2026-11-15'), status: 'Completed' })
  await stack.make.session({ coach, client, start: at('13:00', '2026-10-20'), status: 'NoShow' })
  const moved = await booked({ start_time: at('15:00'), end_time: at('15:45') })
  const longer = await booked({ start_time: at('17:00'), end_time: at('17:45') })
  expect(
    (
      await update(admin, moved.id, {
        start_time: at('15:00', '2026-12-01'),
        end_time: at('16:00', '2026-12-01'),
      })
    ).status,
  ).toBe(200)
  expect((await update(admin, longer.id, { end_time: at('18:30') })).status).toBe(200)
  await stack.db.updateTable('sessions').set({ status: 'Completed' }).where('id', '=', longer.id).execute()
  const check = async () => {
    const { weeks, completed, noShow, today } = await progress(admin)
    const truth = await sql<{
      calls: string
      minutes: string
      today: string
      completed: string
      missed: string
    }>`
      select count(*) filter (where status in ('Completed', 'Scheduled') and in_week) as calls,
        sum(extract(epoch from end_time - start_time) / 60) filter (where status = 'Completed' and in_week) as minutes,
        count(*) filter (where status in ('Completed', 'Scheduled') and in_day) as today,
        count(*) filter (where status = 'Completed' and in_rate) as completed,
        count(*) filter (where status = 'NoShow' and in_rate) as missed
      from (select *, start_time >= ${at('18:15', '2026-11-15')} and start_time < ${at('18:15', '2026-11-22')} as in_week,
        start_time >= ${at('18:15', '2026-11-15')} and start_time < ${at('18:15', '2026-11-16')} as in_day,
        start_time >= ${at('14:00', '2026-10-19')} and start_time < ${at('14:00')} as in_rate from sessions) s`.execute(
      stack.db,
    )
    const [row] = truth.rows
    expect(weeks.at(-1)).toEqual({
      start: '2026-11-16',
      calls: Number(row?.calls),
      minutes: Number(row?.minutes),
    })
    expect({ completed, noShow, today }).toEqual({
      completed: Number(row?.completed),
      noShow: Number(row?.missed),
      today: Number(row?.today),
    })
    expect(weeks.at(-2).calls).toBeGreaterThan(0)
  }
  await check()
  await foldSessionHours(stack.db)
  await check()
  await foldSessionHours(stack.db)
  await check()
  const kept = await sql<{ n: string; minutes: string }>`
    select sum(n) as n, sum(minutes) as minutes from session_hours`.execute(stack.db)
  const all = await sql<{ n: string; minutes: string }>`
    select count(*) as n, sum(extract(epoch from end_time - start_time) / 60)::bigint as minutes
    from sessions`.execute(stack.db)
  expect(kept.rows).toEqual(all.rows)
})

test("an Admin's figures are read from kept counts, and from sessions only for the present hour", async () => {
  const { admin } = await sessionsWorld(stack)
  const statements = await statementsOf(() => progress(admin))
  const figures = statements.filter(({ text }) => text.includes('session_hours'))
  // Each hour that is read from its sessions appears twice in a statement: excluded from the kept numbers, and looked up.
  const hours = figures.map(({ values }) => values.filter(Array.isArray).filter(({ length }) => length < 2))
  expect(hours.map((some) => some.map(({ length }) => length))).toEqual(
    expect.arrayContaining([
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 1],
    ]),
  )
})
