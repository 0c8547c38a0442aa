import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, sessionsWorld } from '../../../../../../tests/support/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())

const searchOf = async (id: string) =>
  (await stack.db.selectFrom('sessions').select('search').where('id', '=', id).executeTakeFirstOrThrow())
    .search

test('a renamed coach or client is found by the new name, as if booked under it', async () => {
  const { coach, client, otherClient, admin, orgSession, booked } = world
  const individual = await booked()
  const org = await booked({ ...orgSession, start_time: at('17:00'), end_time: at('18:00') })
  const others = await booked({
    coach_id: world.otherCoach.id,
    user_id: otherClient.id,
    start_time: at('19:00'),
    end_time: at('20:00'),
  })
  const before = { org: await searchOf(org.id), others: await searchOf(others.id) }
  const rename = (id: string, first_name: string) =>
    stack.as(admin).put(`/profiles/${id}`, { attributes: { first_name, last_name: 'Ñandú' } })
  await rename(coach.id, 'Zoë')
  await rename(client.id, 'Jürgen')
  await stack.runJobs()

  const [anew, orgAnew] = [
    await booked({ start_time: at('21:00'), end_time: at('22:00') }),
    await booked({ ...orgSession, start_time: at('22:00'), end_time: at('23:00') }),
  ]
  expect(await searchOf(individual.id)).toBe(await searchOf(anew.id))
  expect(await searchOf(individual.id)).toMatch(/jurgen nandu[\s\S]*zoe nandu/)
  expect(await searchOf(org.id)).toBe(await searchOf(orgAnew.id))
  expect(await searchOf(org.id)).not.toBe(before.org)
  expect(await searchOf(others.id)).toBe(before.others)
})

test('a change of anything else makes no job', async () => {
  const jobs = async () =>
    (
      await stack.platform.database.pool.query(
        "select from graphile_worker.jobs where task_identifier = 'sessions.rename'",
      )
    ).rowCount
  await stack.runJobs()
  await stack.as(world.admin).put(`/profiles/${world.coach.id}`, {
    attributes: { first_name: 'Zoë', time_zone: 'Europe/Oslo' },
  })
  expect(await jobs()).toBe(0)
})

test('many sessions are rewritten in batches', async () => {
  const { otherCoach, otherClient, admin } = world
  const count = 1100
  await stack.platform.database.pool.query(
    `insert into sessions (organization_id, coach_id, user_id, start_time, end_time, status, title, search)
     select $1, $2, $3, t, t + interval '1 hour', 'Completed', 'old ' || n, ' old'
     from generate_series(1, $4) n, lateral (select timestamptz '2025-01-01' + n * interval '1 hour') x(t)`,
    [world.organization.id, otherCoach.id, otherClient.id, count],
  )
  await stack.as(admin).put(`/profiles/${otherCoach.id}`, { attributes: { last_name: 'Okonkwo' } })
  await stack.runJobs()
  const { rows } = await stack.platform.database.pool.query(
    "select count(*)::int as n from sessions where coach_id = $1 and title like 'old %' and search like '% okonkwo'",
    [otherCoach.id],
  )
  expect(rows[0].n).toBe(count)
})
