import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEvents } from '../../../../../../tests/support/events.ts'
import { eventually } from '../../../../../../tests/support/eventually.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
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

test('sessions of a renamed coach or client are found by the new name, as if booked under it', async () => {
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

  // Changing one of the two names is enough.
  await stack.as(admin).put(`/profiles/${client.id}`, { attributes: { last_name: 'Quist' } })
  await stack.runJobs()
  expect(await searchOf(individual.id)).toContain('jurgen quist')
})

const rowOf = (id: string) =>
  stack.db
    .selectFrom('sessions')
    .select(['version', 'search', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('a title changed while the search texts are being rewritten is kept in the new search text', async () => {
  const { otherCoach, otherClient, admin, booked } = world
  const session = await booked({
    coach_id: otherCoach.id,
    user_id: otherClient.id,
    start_time: at('10:00', '2026-11-18'),
    end_time: at('11:00', '2026-11-18'),
  })
  await stack.as(admin).put(`/profiles/${otherClient.id}`, { attributes: { first_name: 'Quentin' } })
  const changing = await stack.platform.database.pool.connect()
  await changing.query('begin')
  await changing.query("update sessions set title = 'Harbour', search = ' harbour' where id = $1", [
    session.id,
  ])
  const rewritten = stack.runJobs()
  await eventually(
    async () =>
      (await changing.query("select from pg_locks where not granted and locktype = 'transactionid'"))
        .rowCount,
    (waiting) => waiting === 1,
  )
  await changing.query('commit')
  changing.release()
  await rewritten
  expect((await rowOf(session.id)).search).toMatch(/ harbour\n quentin .*\n /)
})

test('open pages hear of the rename for a session ahead, and a past session keeps its version', async () => {
  const { coach, client, admin } = world
  const [over, toCome] = [
    await stack.make.session({ coach, client, start: at('10:00', '2026-11-10'), status: 'Completed' }),
    await stack.make.session({ coach, client, start: at('10:00', '2026-11-20') }),
  ]
  const before = await rowOf(over.id)
  const stream = await openEvents(
    `${await stack.app.listen({ host: '127.0.0.1', port: 0 })}/api/live`,
    coach.token,
  )
  await stack.as(admin).put(`/profiles/${client.id}`, { attributes: { first_name: 'Ottoline' } })
  await stack.runJobs()
  const { version } = await rowOf(toCome.id)
  expect(version).toBe(2)
  const heard = { kind: 'session', id: toCome.id, version }
  await eventually(
    () => stream.notices,
    (notices) => notices.some((notice) => isDeepStrictEqual(notice, heard)),
  )
  expect(stream.notices).not.toContainEqual(expect.objectContaining({ id: over.id }))
  expect(await rowOf(over.id)).toMatchObject({
    version: before.version,
    updated_at: before.updated_at,
    search: expect.stringContaining('ottoline'),
  })
  stream.stop()
})

test('a change of the time zone queues no rewrite', async () => {
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

test('all of 1,100 sessions are rewritten', async () => {
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
