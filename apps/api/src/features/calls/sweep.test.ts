import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enterCall, signalling } from '../../../../../tests/support/calls/call-people.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { freePort } from '../../../../../tests/support/engines/processes.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { sweepCalls } from './sweep.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let one: { id: string; on: string }
/** LiveKit stamps real time, so these days lie far ahead of it. */
const days = `${new Date().getUTCFullYear() + 2}-10`
let day = 10
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '8760', PARLEY_TOKEN_ABSOLUTE_HOURS: '8760' })
  stack.clock.set(at('13:00', `${days}-11`))
  world = await sessionsWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(async () => {
  day += 1
  const on = `${days}-${day}`
  stack.clock.set(at('14:00', on))
  const times = { start_time: at('15:00', on), end_time: at('16:00', on) }
  one = { id: (await world.booked({ ...world.orgSession, ...times })).id, on }
  stack.clock.set(at('15:00', on))
})

const sweep = (clock: string) => {
  stack.clock.set(at(clock, one.on))
  return sweepCalls(stack.platform)
}
const enter = async (person: typeof world.coach) => {
  const { twilio_token } = (await stack.as(person).get(`/sessions/join/${one.id}`)).body.response
  return enterCall(signalling, twilio_token)
}
const rows = () =>
  stack.db
    .selectFrom('presence')
    .select(['person_id', 'joined_at', 'left_at', 'seen_at'])
    .where('session_id', '=', one.id)
    .orderBy('id')
    .execute()
const open = async () =>
  (await rows()).filter(({ left_at }) => left_at === null).map(({ person_id }) => person_id)
const call = () =>
  stack.db.selectFrom('calls').selectAll().where('session_id', '=', one.id).executeTakeFirstOrThrow()

test('without webhooks the sweep finds who is in the room, and after two looks ends the stay of somebody who left when they were last seen [P4 P5]', async () => {
  const { coach, otherCoach } = world
  await using _ = await enter(coach)
  const other = await enter(otherCoach)
  await sweep('15:01')
  expect((await open()).toSorted()).toEqual([coach.id, otherCoach.id].toSorted())
  await other.leave()
  await eventually(
    async () => (await stack.platform.media.peopleIn((await call()).room)).length,
    (count) => count === 1,
  )
  await sweep('15:02')
  expect(await open()).toHaveLength(2)
  await sweep('15:03')
  expect(await open()).toEqual([coach.id])
  const gone = (await rows()).find(({ person_id }) => person_id === otherCoach.id)
  expect(gone?.left_at?.toISOString()).toBe(at('15:01', one.on))
})

test('a sweep writes nothing about people who are still there, and their stays still end when they were last seen', async () => {
  await using _ = await enter(world.coach)
  await sweep('15:01')
  const versions = async () => {
    const { rows } = await stack.platform.database.pool.query(
      'select xmin::text, ctid::text from presence where session_id = $1',
      [one.id],
    )
    return rows
  }
  const before = await versions()
  expect(before).toHaveLength(1)
  for (const clock of ['15:02', '15:03']) await sweep(clock)
  expect(await versions()).toEqual(before)
  const { platform } = stack
  for (const clock of ['15:04', '15:05']) {
    stack.clock.set(at(clock, one.on))
    await sweepCalls({ ...platform, media: { ...platform.media, peopleIn: async () => [] } })
  }
  expect((await rows())[0]?.left_at?.toISOString()).toBe(at('15:03', one.on))
})

test("calls on a silent media node are skipped, and nobody's stay in them ends", async () => {
  await using _ = await enter(world.coach)
  await sweep('15:01')
  const { node } = await call()
  const { platform } = stack
  const asked: string[] = []
  const media = {
    ...platform.media,
    silentNodes: () => [node ?? ''],
    peopleIn: async (room: string) => {
      asked.push(room)
      return []
    },
  }
  for (const clock of ['15:02', '15:03']) {
    stack.clock.set(at(clock, one.on))
    await sweepCalls({ ...platform, media })
  }
  expect(asked).not.toContain((await call()).room)
  expect(await open()).toEqual([world.coach.id])
})

test("while the media server does not answer, nobody's stay ends", async () => {
  const { coach } = world
  await using _ = await enter(coach)
  await sweep('15:01')
  const port = await freePort()
  const away = { LIVEKIT_NODES: `n1=http://127.0.0.1:${port};http://127.0.0.1:${port}/metrics` }
  await using apart = await startStack({ ...away, DATABASE_URL: stack.database.appUrl })
  apart.clock.set(at('15:05', one.on))
  for (let look = 0; look < 3; look += 1) await sweepCalls(apart.platform)
  expect(await open()).toEqual([coach.id])
})

test('an empty room is closed after the window, and a room with somebody in it stays open [CALL-27]', async () => {
  const { coach } = world
  const last = await enter(coach)
  await sweep('15:59')
  await sweep('16:16')
  expect((await call()).closed_at).toBeNull()
  await last.leave()
  await eventually(
    async () => (await stack.platform.media.peopleIn((await call()).room)).length,
    (count) => count === 0,
  )
  for (const clock of ['16:17', '16:18', '16:19']) await sweep(clock)
  expect((await call()).closed_at?.toISOString()).toBe(at('16:18', one.on))
})

test('a room that is reported empty once is not closed while somebody is in it [CALL-27]', async () => {
  await using last = await enter(world.coach)
  await sweep('16:16')
  stack.clock.set(at('16:17', one.on))
  const { platform } = stack
  await sweepCalls({ ...platform, media: { ...platform.media, peopleIn: async () => [] } })
  await sweep('16:18')
  expect(await open()).toEqual([world.coach.id])
  expect(last.room.isConnected).toBe(true)
})

test("two hours after the session's end everybody is removed and the room is closed [CALL-25]", async () => {
  const { coach } = world
  await using last = await enter(coach)
  await sweep('15:59')
  await sweep('18:00')
  expect(last.room.isConnected).toBe(true)
  await sweep('18:01')
  await eventually(
    () => Promise.resolve(last.room.isConnected),
    (isIn) => !isIn,
  )
  expect((await call()).closed_at?.toISOString()).toBe(at('18:01', one.on))
  expect(await open()).toEqual([])
})
