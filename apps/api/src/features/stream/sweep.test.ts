import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hostKeys } from '@parley/contract/stream/stream-host.ts'
import { signalRequest, streamCalls, streamWorld } from '../../../../../tests/support/stream/stream-world.ts'
import { sweepStreams } from './sweep.ts'

const minute = 60_000
let world: Awaited<ReturnType<typeof streamWorld>>
let start: number
beforeAll(async () => {
  world = await streamWorld({ PARLEY_TOKEN_IDLE_HOURS: '8760' })
  start = world.stack.clock.now()
})
afterAll(() => world.stack[Symbol.asyncDispose]())
beforeEach(async () => {
  world.stack.clock.set(new Date(start).toISOString())
  await world.stack.db.deleteFrom('session_busy').execute()
  await world.stack.db.updateTable('sessions').set({ status: 'Cancelled' }).execute()
})

/** Announces a host as a host does itself. Nobody answers there. */
const announce = async (free: number, slots = 10) => {
  const { redis } = world.stack.platform
  await redis.hSet(hostKeys.host('far'), { url: 'http://127.0.0.1:9', slots })
  await redis.zAdd(hostKeys.free, { value: 'far', score: free })
}
const sweep = (ms: number) => {
  world.stack.clock.advance(ms)
  return sweepStreams(world.stack.platform)
}
const statuses = async (id: string) => (await world.instances(id)).map(({ status }) => status)
const present = (session_id: string, left_at: Date | null = null) =>
  world.stack.db
    .insertInto('presence')
    .values({
      session_id,
      person_id: world.coach.id,
      connection: `c-${session_id}-${left_at?.getTime()}`,
      joined_at: new Date(start),
      left_at,
    })
    .execute()

describe('instances', () => {
  test('instances start when the join window opens, as many as the session has [STREAM-28]', async () => {
    await announce(3)
    const id = await world.session({ start: world.from(16 * minute) }, { instance_count: 2 })
    await sweep(0)
    expect(await statuses(id)).toEqual([])
    await sweep(minute)
    expect(await statuses(id)).toEqual(['starting', 'starting'])
    await sweep(minute)
    expect(await world.instances(id)).toMatchObject([{ epoch: 1 }, { epoch: 1 }])
  })

  test('instances start only for a session with somebody waiting or in the call while less than 30 % of the places are free [STREAM-28]', async () => {
    await announce(2)
    const waited = await world.session({ start: world.from(10 * minute) })
    const joined = await world.session({ start: world.from(10 * minute) })
    const empty = await world.session({ start: world.from(10 * minute) })
    await sweep(minute)
    for (const id of [waited, joined, empty]) expect(await statuses(id)).toEqual([])
    await world.stack.db
      .insertInto('admissions')
      .values({
        session_id: waited,
        person_id: world.client.id,
        browser: 'b',
        state: 'waiting',
        asked_at: new Date(),
        seen_at: new Date(),
      })
      .execute()
    await present(joined)
    await sweep(minute)
    for (const [id, seen] of [
      [waited, ['starting']],
      [joined, ['starting']],
      [empty, []],
    ] as const)
      expect(await statuses(id)).toEqual(seen)
  })

  test('instances start early only while 30 % of the places stay free [STREAM-28]', async () => {
    await announce(10)
    const ids: string[] = []
    for (let i = 0; i < 12; i += 1) ids.push(await world.session({ start: world.from((5 + i / 4) * minute) }))
    const last = ids.at(-1) ?? ''
    await present(last)
    await sweep(0)
    const begun = await Promise.all(ids.map(async (id) => (await statuses(id)).length))
    // The session with people comes first, then those that begin first, while three or more places are free.
    expect(begun).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1])
  })

  test('instances end on every final status and when the room is closed [STREAM-29]', async () => {
    await announce(10)
    for (const status of ['Cancelled', 'Completed', 'NoShow'] as const) {
      const id = await world.session()
      await present(id)
      await sweep(0)
      expect(await statuses(id)).toEqual(['starting'])
      await world.stack.db.updateTable('sessions').set({ status }).where('id', '=', id).execute()
      await sweep(0)
      expect(await statuses(id)).toEqual(['ended'])
    }
    const id = await world.session()
    await present(id)
    await sweep(0)
    await world.stack.as(world.coach).get(`/sessions/join/${id}`)
    await sweep(0)
    expect(await statuses(id)).toEqual(['starting'])
    await world.stack.db
      .updateTable('calls')
      .set({ closed_at: new Date() })
      .where('session_id', '=', id)
      .execute()
    await sweep(0)
    expect(await statuses(id)).toEqual(['ended'])
  })

  test('instances end once the room has been empty for 10 minutes past the start, and never while somebody is there [STREAM-30]', async () => {
    await announce(10)
    const never = await world.session({ start: world.from(5 * minute) })
    const left = await world.session({ start: world.from(5 * minute) })
    const stays = await world.session({ start: world.from(5 * minute) })
    await present(left, new Date(start + 8 * minute))
    await present(stays)
    await sweep(0)
    const look = () => Promise.all([never, left, stays].map(async (id) => (await statuses(id))[0]))
    await sweep(15 * minute - 1)
    expect(await look()).toEqual(['starting', 'starting', 'starting'])
    await sweep(1)
    expect(await look()).toEqual(['ended', 'starting', 'starting'])
    await sweep(3 * minute - 1)
    expect(await look()).toEqual(['ended', 'starting', 'starting'])
    await sweep(1)
    expect(await look()).toEqual(['ended', 'ended', 'starting'])
    // A run that ended like that is not begun again by the sweep, but when somebody connects.
    await sweep(minute)
    expect(await look()).toEqual(['ended', 'ended', 'starting'])
    const calls = streamCalls(world.stack.as(world.coach), left)
    expect((await calls.connect()).body.response).toEqual({ state: 'starting' })
    expect(await world.instances(left)).toMatchObject([{ status: 'starting', epoch: 2 }])
  })

  test('instances are tried ten times, five seconds apart, and then reported as failed [STREAM-27]', async () => {
    await world.stack.platform.redis.flushDb()
    // The queue goes by the machine's clock. If this clock were behind it, every next try would be due at once.
    world.stack.clock.set(new Date().toISOString())
    await world.stack.db.updateTable('stream_instances').set({ status: 'ended' }).execute()
    const id = await world.session()
    const calls = streamCalls(world.stack.as(world.coach), id)
    await calls.connect()
    const tries = async () => (await world.instances(id))[0]?.tries
    for (let nth = 1; nth <= 10; nth += 1) {
      await world.stack.runJobs()
      expect(await tries()).toBe(nth)
      world.stack.clock.advance(4999)
      await world.stack.runJobs()
      expect(await tries()).toBe(nth)
      expect((await calls.signal()).body.response).toEqual({ state: 'starting' })
      world.stack.clock.advance(1)
    }
    await world.stack.runJobs()
    expect(await statuses(id)).toEqual(['failed'])
    const answer = await calls.signal()
    expect([answer.status, answer.body.code]).toEqual([503, 'stream_failed'])
    expect((await calls.read()).body.response.instances).toMatchObject([{ status: 'failed' }])
    // Launching it again begins a new series of tries.
    expect((await calls.connect(signalRequest('new2'))).body.response).toEqual({ state: 'starting' })
    expect(await world.instances(id)).toMatchObject([{ status: 'starting', epoch: 2, tries: 0 }])
  })
})
