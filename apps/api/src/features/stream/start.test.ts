import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostKeys } from '@parley/contract/stream/stream-host.ts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { signalRequest, streamCalls, streamWorld } from '../../../../../tests/support/stream/stream-world.ts'

let world: Awaited<ReturnType<typeof streamWorld>>
beforeAll(async () => {
  world = await streamWorld()
})
afterAll(() => world.stack[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.stack.anew()
  world.stack.clock.set(new Date().toISOString())
})

/** The answer of a host to a request; undefined if the answer is lost on the way. */
type Answer = (method: string | undefined) => number | undefined | Promise<number | undefined>

/** A host that is registered in Redis with its free places and answers as a test wants. Returns the requests that it got. */
async function hostThat(id: string, free: number, answer: Answer): Promise<string[]> {
  const asked: string[] = []
  const server = createServer((request: IncomingMessage, response) => {
    asked.push(`${request.method} ${request.url}`)
    void Promise.resolve(answer(request.method)).then((status) =>
      status === undefined ? request.destroy() : response.writeHead(status).end('{}'),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  // The server listens on a port, not on a path.
  const { port } = server.address() as AddressInfo
  await world.stack.platform.redis.hSet(hostKeys.host(id), { url: `http://127.0.0.1:${port}`, slots: free })
  await beat(id, free)
  return asked
}
const beat = (id: string, free: number) =>
  world.stack.platform.redis.zAdd(hostKeys.free, { value: id, score: free })

/** A run keeps the address of its host, because Redis may forget it. */
const placedOn = (host: string, run: string): unknown =>
  expect.stringMatching(new RegExp(`^${host}/${run}/http%3A%2F%2F127\\.0\\.0\\.1%3A\\d+$`))

const connect = (id: string) => streamCalls(world.stack.as(world.coach), id).connect(signalRequest())
const row = async (id: string) => (await world.instances(id))[0]
const ended = (id: string) =>
  world.stack.db
    .updateTable('stream_instances')
    .set({ status: 'ended' })
    .where('session_id', '=', id)
    .execute()
const runJobsIn = async (ms: number) => {
  world.stack.clock.advance(ms)
  await world.stack.runJobs()
}

test('a new run is started even if the run before it fails late', async () => {
  const id = await world.session()
  await hostThat('slow', 1, async () => {
    if ((await row(id))?.epoch === 2) return 202
    await ended(id)
    await connect(id)
    return 409
  })
  await connect(id)
  await runJobsIn(0)
  expect(await row(id)).toMatchObject({ epoch: 2, status: 'starting' })
  await beat('slow', 1)
  await runJobsIn(5000)
  expect(await row(id)).toMatchObject({ epoch: 2, ref: placedOn('slow', `${id}-1-2`) })
})

test('a run that is ended while it starts is stopped at its host, again if the host refuses at first', async () => {
  const id = await world.session()
  let refusals = 1
  const asked = await hostThat('slow', 1, async (method) => {
    if (method === 'DELETE') return refusals-- > 0 ? 503 : 200
    await ended(id)
    return 202
  })
  await connect(id)
  await runJobsIn(0)
  await runJobsIn(60_000)
  const run = `/instances/${id}-1-1`
  expect(asked).toEqual(['POST /instances', `DELETE ${run}`, `DELETE ${run}`])
})

test('a host whose answer was lost is asked again, and no other host is', async () => {
  const id = await world.session()
  let lost = 1
  await hostThat('first', 2, () => (lost-- > 0 ? undefined : 202))
  const second = await hostThat('second', 1, () => 202)
  await connect(id)
  await runJobsIn(0)
  expect(await row(id)).toMatchObject({ tries: 1, ref: null })
  await runJobsIn(5000)
  expect(await row(id)).toMatchObject({ tries: 2, ref: placedOn('first', `${id}-1-1`) })
  expect(second).toEqual([])
})

test('a silent host gets no new runs, and once it is gone its run starts on another', async () => {
  const id = await world.session()
  const other = await world.session()
  await hostThat('first', 3, () => undefined)
  await hostThat('second', 2, () => 202)
  await connect(id)
  await runJobsIn(0)
  await connect(other)
  await runJobsIn(0)
  expect([(await row(id))?.ref, (await row(other))?.ref]).toEqual([null, placedOn('second', `${other}-1-1`)])
  await world.stack.platform.redis.del(hostKeys.host('first'))
  await runJobsIn(5000)
  expect((await row(id))?.ref).toEqual(placedOn('second', `${id}-1-1`))
})
