import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { hostKeys } from '@parley/contract/stream/stream-host.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { launchViewer } from '../../../../../tests/support/stream/stream-viewer.ts'
import {
  hostFor,
  openViewerOf,
  signalRequest,
  streamCalls,
  streamWorld,
} from '../../../../../tests/support/stream/stream-world.ts'
import { sweepStreams } from './sweep.ts'

let world: Awaited<ReturnType<typeof streamWorld>>
let host: Awaited<ReturnType<typeof hostFor>>
let browser: Browser
beforeAll(async () => {
  world = await streamWorld()
  ;[host, browser] = await Promise.all([hostFor(world.stack), launchViewer()])
})
afterAll(async () => {
  await browser.close()
  await host[Symbol.asyncDispose]()
  await world.stack[Symbol.asyncDispose]()
})

const coachOf = (id: string) => streamCalls(world.stack.as(world.coach), id)
/**
 * Runs due jobs until the instance is up, at twice the real pace. The clock is never behind the machine's, by which the
 * queue goes: otherwise the queue would run a try that is due in five seconds, and the eight after it, at once.
 */
async function up(id: string): Promise<string> {
  let asked = performance.now()
  const row = await eventually(
    async () => {
      const since = performance.now() - asked
      asked += since
      const { clock } = world.stack
      clock.advance(Math.max(2 * since, Date.now() - clock.now()))
      await world.stack.runJobs()
      return (await world.instances(id))[0]
    },
    (one) => one?.status === 'ready',
    20_000,
  )
  if (!row?.ref) throw new Error('the instance has no name')
  return row.ref
}
const stateOf = async (ref: string, at = host) =>
  (await at.ask('GET', `/instances/${ref.split('/')[1]}`)).body
const stopped = async (id: string) => {
  await world.stack.db.updateTable('sessions').set({ status: 'Completed' }).where('id', '=', id).execute()
  await sweepStreams(world.stack.platform)
  await world.stack.runJobs()
}

test("connect launches an instance, and signal answers the caller's newest offer [STREAM-12 API-44 API-45]", async () => {
  const id = await world.session()
  const calls = coachOf(id)
  const newest = signalRequest('newest').replaceAll('a=mid:0', 'a=mid:picture')
  expect((await calls.connect(signalRequest('older'))).body.response).toEqual({ state: 'starting' })
  expect((await calls.connect(newest)).body.response).toEqual({ state: 'starting' })
  const ref = await up(id)
  const answer = await calls.signal()
  expect(answer.status).toBe(200)
  const { sdp } = JSON.parse(answer.body.response.SignalResponse)
  expect(sdp).toContain('a=mid:picture')
  // An answer that was lost on the way is the same when it is requested again.
  expect((await calls.signal()).body).toEqual(answer.body)
  expect((await calls.connect('no request')).body.code).toBe('stream_refused')
  expect((await calls.connect(JSON.stringify({ v: 1, instance: 1, sdp: 'v=0' }))).body.code).toBe(
    'stream_refused',
  )

  await stopped(id)
  expect(await stateOf(ref)).toMatchObject({ status: 'TERMINATED', reason: 'apiTerminated' })
  expect((await calls.read()).body.code).toBe('not_joinable')
})

test('the coach has control at first, and what others send is dropped until control is handed to them, even while the coach is away [STREAM-31 STREAM-33]', async () => {
  const id = await world.session()
  const guest = await world.letIn(id)
  await coachOf(id).connect()
  const ref = await up(id)
  const tomas = await openViewerOf(browser, guest, id)
  await tomas.come('', '')
  await eventually(tomas.told, (told) => told?.holder === world.coach.id)
  expect((await tomas.told())?.you).toBe(false)
  // The coach is not there, and nobody was given control.
  await tomas.key()
  await eventually(
    () => stateOf(ref),
    (state) => state.refused === 2 && state.done === 0,
  )
  const dana = await openViewerOf(browser, world.stack.as(world.coach), id)
  await dana.come('', '')
  await eventually(dana.told, (told) => told?.you === true)
  await tomas.key()
  await dana.press()
  await eventually(
    () => stateOf(ref),
    (state) => state.refused === 4 && state.done === 2,
  )

  const handed = await coachOf(id).hand(world.client.id)
  expect(handed.body.response.instances).toMatchObject([{ holder_id: world.client.id }])
  await world.stack.runJobs()
  await eventually(tomas.told, (told) => told?.you === true)
  await dana.close()
  // The coach has left, but control was handed over.
  await tomas.press()
  await eventually(
    () => stateOf(ref),
    (state) => state.done === 4,
  )
  await coachOf(id).hand(world.coach.id)
  await world.stack.runJobs()
  await eventually(tomas.told, (told) => told?.you === false)
  await tomas.close()
  await stopped(id)
})

test('control that is handed over while the instance starts is in the new hands when it is up', async () => {
  const id = await world.session()
  const guest = await world.letIn(id)
  await coachOf(id).connect()
  await world.stack.runJobs()
  const [, name = ''] = (await world.instances(id))[0]?.ref?.split('/') ?? []
  // Once its first process runs, it is settled how the others will be started.
  await eventually(() => existsSync(`${host.folder}/${name}/state.json`), Boolean)
  await coachOf(id).hand(world.client.id)
  await up(id)
  const tomas = await openViewerOf(browser, guest, id)
  await tomas.come('', '')
  expect(await eventually(tomas.told, (told) => told?.you === true)).toMatchObject({
    holder: world.client.id,
  })
  await tomas.close()
  await stopped(id)
})

test('launching again makes a new run with the same holder and ends the old one, and pressing twice does it once [STREAM-43]', async () => {
  const id = await world.session()
  const guest = await world.letIn(id)
  await world.stack.as(world.coach).get(`/sessions/join/${id}`)
  expect((await coachOf(id).show(1, { again: true })).body.response.instances[0].status).toBe('starting')
  const ref = await up(id)
  await coachOf(id).hand(world.client.id)
  expect((await streamCalls(guest, id).show(1, { again: true })).status).toBe(401)
  expect((await coachOf(id).show(1)).body.response.instances[0].status).toBe('ready')
  const pressed = await Promise.all([1, 2].map(() => coachOf(id).show(1, { again: true })))
  for (const { body } of pressed)
    expect(body.response).toMatchObject({
      shown: 1,
      instances: [{ status: 'starting', holder_id: world.client.id }],
    })
  expect(await world.instances(id)).toMatchObject([{ epoch: 2 }])
  const next = await up(id)
  expect(next).not.toBe(ref)
  await eventually(
    async () => {
      world.stack.clock.advance(1000)
      await world.stack.runJobs()
      return stateOf(ref)
    },
    ({ status }) => status === 'TERMINATED',
  )
  expect(await stateOf(next)).toMatchObject({ status: 'ACTIVE' })
  await stopped(id)
})

test('somebody removed from the call is disconnected from the application and loses control [STREAM-38]', async () => {
  const id = await world.session({ client: undefined, participants: [world.otherCoach] })
  const other = world.stack.as(world.otherCoach)
  await world.stack.as(world.coach).get(`/sessions/join/${id}`)
  await coachOf(id).connect()
  const ref = await up(id)
  const viewer = await openViewerOf(browser, other, id)
  const coachViewer = await openViewerOf(browser, world.stack.as(world.coach), id)
  await viewer.come('', '')
  await coachViewer.come('', '')
  await eventually(
    () => stateOf(ref),
    (state) => state.viewers.includes(world.otherCoach.id),
  )
  await coachOf(id).hand(world.otherCoach.id)
  await eventually(coachViewer.told, (told) => told?.holder === world.otherCoach.id)
  await world.stack.as(world.coach).post(`/calls/remove/${id}`, { person_id: world.otherCoach.id })
  await world.stack.runJobs()
  await eventually(viewer.states, (states) => states.includes('bye removed'))
  expect((await stateOf(ref)).viewers).toEqual([world.coach.id])
  // The API tells the host itself: what the coach presses works again.
  await eventually(coachViewer.told, (told) => told?.holder === world.coach.id && told.you)
  await coachViewer.press()
  expect((await coachOf(id).read()).body.response.instances).toMatchObject([{ holder_id: world.coach.id }])
  expect((await streamCalls(other, id).connect()).body.code).toBe('taken_out')
  await viewer.close()
  await coachViewer.close()
  await stopped(id)
})

/** A running instance, of a coach and a colleague. */
async function running() {
  const id = await world.session({ client: undefined, participants: [world.otherCoach] })
  await world.stack.as(world.coach).get(`/sessions/join/${id}`)
  await coachOf(id).connect()
  return { id, ref: await up(id), other: streamCalls(world.stack.as(world.otherCoach), id) }
}
const remove = (id: string) =>
  world.stack.as(world.coach).post(`/calls/remove/${id}`, { person_id: world.otherCoach.id })

test('somebody removed while the host answers their offer is not among its viewers [STREAM-44]', async () => {
  const { id, ref, other } = await running()
  host.freeze()
  const connecting = other.connect(signalRequest('race1'))
  // Their right was checked before this, and the host has not answered yet.
  await eventually(
    () => world.stack.platform.redis.exists(`parley:stream:offer:${id}:1:${world.otherCoach.id}`),
    (kept) => kept === 1,
  )
  expect(await remove(id)).toMatchObject({ status: 200 })
  host.thaw()
  expect((await connecting).body.code).toBe('taken_out')
  expect((await stateOf(ref)).viewers).toEqual([])
  await stopped(id)
})

test('the sweep drops a viewer whom a removal missed [STREAM-44]', async () => {
  const { id, ref, other } = await running()
  expect((await other.connect(signalRequest('left1'))).body.response.SignalResponse).toBeDefined()
  expect((await coachOf(id).connect(signalRequest('left2'))).body.response.SignalResponse).toBeDefined()
  await remove(id)
  await world.stack.platform.database.pool.query('delete from graphile_worker._private_jobs')
  await sweepStreams(world.stack.platform)
  expect((await stateOf(ref)).viewers).toEqual([world.coach.id])
  await stopped(id)
})

test('an instance whose host Redis has forgotten keeps running, and removed people are dropped from it [STREAM-45]', async () => {
  const { id, ref, other } = await running()
  const { redis } = world.stack.platform
  const forget = () => redis.del(hostKeys.host(host.id))
  await forget()
  expect((await other.connect(signalRequest('lost1'))).body.response.SignalResponse).toBeDefined()
  await remove(id)
  await forget()
  await world.stack.runJobs()
  expect((await stateOf(ref)).viewers).toEqual([])
  expect(await world.instances(id)).toMatchObject([{ epoch: 1, status: 'ready', ref }])
  await stopped(id)
  expect(await stateOf(ref)).toMatchObject({ status: 'TERMINATED' })
})

test('while a host does not answer, drop and control fail and no new run begins [STREAM-45]', async () => {
  const { id, ref } = await running()
  const { redis, streams } = world.stack.platform
  host.freeze()
  await redis.del(hostKeys.host(host.id))
  try {
    // One look of five seconds does not prove that the host is dead.
    expect((await coachOf(id).connect(signalRequest('still1'))).body.response).toEqual({ state: 'starting' })
    expect(await world.instances(id)).toMatchObject([{ epoch: 1, ref }])
    await Promise.all([
      expect(streams?.drop(ref, world.otherCoach.id)).rejects.toThrow('does not answer'),
      expect(streams?.control(ref, world.coach.id)).rejects.toThrow('does not answer'),
    ])
  } finally {
    host.thaw()
  }
  expect(await world.instances(id)).toMatchObject([{ epoch: 1, ref }])
  await stopped(id)
  expect(await stateOf(ref)).toMatchObject({ status: 'TERMINATED' })
})

test('an instance whose host is gone is launched again on another, and stays where it is while its host only restarts [STREAM-39]', async () => {
  const second = await hostFor(world.stack, { slots: 3 })
  try {
    const id = await world.session()
    await coachOf(id).connect()
    const ref = await up(id)
    const [first, other] = ref.startsWith(host.id) ? [host, second] : [second, host]
    await first.restart('SIGTERM')
    expect((await coachOf(id).connect(signalRequest('again1'))).body.response.SignalResponse).toBeDefined()
    expect((await world.instances(id))[0]?.ref).toBe(ref)

    const { redis } = world.stack.platform
    const key = hostKeys.host(first.id)
    const told = await redis.hGetAll(key)
    expect(await redis.pTTL(key)).toBeLessThan(10_000)
    await first.fall()
    // Restore what the host told last: on a busy machine the fall itself may take longer than that is valid.
    await redis.multi().hSet(key, told).pExpire(key, 60_000).exec()
    // Nobody knows yet whether the host is cut off or gone, so callers have to wait.
    const waiting = { state: 'starting' }
    expect((await coachOf(id).connect(signalRequest('again2'))).body.response).toEqual(waiting)
    expect(await world.instances(id)).toMatchObject([{ epoch: 1, ref }])
    await redis.del(key)
    // After being silent on both ways for long enough, it counts as gone.
    await eventually(
      async () => {
        // Ask as seldom as a page does, or the rate limit answers instead.
        await pause(500)
        expect((await coachOf(id).signal()).body.response).toEqual(waiting)
        return (await world.instances(id))[0]
      },
      (row) => row?.epoch === 2 && row.status === 'starting',
    )
    const moved = await up(id)
    expect(moved.startsWith(other.id)).toBe(true)
    expect((await coachOf(id).signal()).body.response.SignalResponse).toBeDefined()
    await stopped(id)
  } finally {
    await second[Symbol.asyncDispose]()
  }
})
