import { once } from 'node:events'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browser } from '../../../../../tests/support/browser-cookie.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { startMediaNodes } from '../../../../../tests/support/calls/media-nodes.ts'
import { startRedis } from '../../../../../tests/support/engines/processes.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

let media: Awaited<ReturnType<typeof startMediaNodes>>
let api: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
/** LiveKit's list of its own nodes. */
let list: ReturnType<typeof createClient>
beforeAll(async () => {
  const redis = stack.use(await startRedis())
  media = stack.use(await startMediaNodes({ count: 2, redisPort: redis.port }))
  list = createClient({ url: media.settings.LIVEKIT_REDIS_URL })
  await list.connect()
  stack.defer(() => list.destroy())
  api = stack.use(await startStack(media.settings))
  world = await sessionsWorld(api)
})

/** A call that runs on the first node, with a token for it. */
async function begun(start: string, end: string) {
  api.clock.set(at('14:00'))
  const { id } = await world.booked({ start_time: at(start), end_time: at(end) })
  api.clock.set(at(start))
  const room = `room of ${id}`
  await api.db
    .insertInto('calls')
    .values({ session_id: id, room, node: 'n1', made_at: new Date(at(start)) })
    .execute()
  const join = async (): Promise<{ twilio_token: string; media_url: string }> =>
    (await api.as(world.coach).get(`/sessions/join/${id}`)).body.response
  const { twilio_token, media_url } = await join()
  expect(media_url).toMatch(/\/n1$/)
  const nodeId = await list.hGet('room_node_map', room)
  if (!nodeId) throw new Error('the room is on no node')
  return { room, join, token: twilio_token, isListed: () => list.hExists('nodes', nodeId) }
}
/** Asks as the front proxy does at a connect. */
const askAtDoor = (token: string) =>
  api.visitor.get('/calls/admission', undefined, {
    ...browser(),
    'x-forwarded-method': 'GET',
    'x-forwarded-uri': `/rtc?access_token=${token}`,
  })

test('a frozen node stays listed with its calls, and the check of a connect waits less than 2 s for it', async () => {
  const [node] = media.nodes
  const { token, room, isListed } = await begun('15:00', '16:00')
  node?.process().send('SIGSTOP')
  const doorMs = async () => {
    const since = performance.now()
    expect(await askAtDoor(token)).toMatchObject({ status: 200 })
    return performance.now() - since
  }
  // The result of a look a moment ago still counts.
  expect(await eventually(doorMs, (ms) => ms > 400)).toBeLessThan(2000)
  // This call waits until every node was looked at, and asks those that answered.
  await api.platform.media.peopleIn(room)
  expect(Boolean(await isListed())).toBe(true)
  node?.process().send('SIGCONT')
})

test("while one node is silent, joins, removals and room lists on the other node don't wait for it", async () => {
  const [silent] = media.nodes
  const { join, room } = await begun('19:00', '20:00')
  await api.db.updateTable('calls').set({ node: 'n2' }).where('room', '=', room).execute()
  await api.platform.media.close(room)
  expect((await join()).media_url).toMatch(/\/n2$/)
  silent?.process().send('SIGSTOP')
  await eventually(
    async () => {
      await api.platform.media.peopleIn(room)
      return api.platform.media.silentNodes()
    },
    (names) => names.includes('n1'),
  )
  const since = performance.now()
  for (let round = 0; round < 5; round += 1) {
    expect((await join()).media_url).toMatch(/\/n2$/)
    await api.platform.media.peopleIn(room)
    await api.platform.media.remove({ room, identity: 'nobody' })
  }
  // Waiting for a look at the silent node would cost each of these 3 s, up to four times.
  expect(performance.now() - since).toBeLessThan(10_000)
  silent?.process().send('SIGCONT')
  await eventually(
    async () => {
      await api.platform.media.peopleIn(room)
      return api.platform.media.silentNodes()
    },
    (names) => names.length === 0,
  )
})

test('the call of a dead node moves to the other one at the next connect, and stays there when the first is back', async () => {
  const [node, other] = media.nodes
  const { token, join, room, isListed } = await begun('17:00', '18:00')
  await node?.process().stop('SIGKILL')
  const since = performance.now()
  const listedAfterDoor = async () => {
    expect(await askAtDoor(token)).toMatchObject({ status: 200 })
    return Boolean(await isListed())
  }
  await eventually(listedAfterDoor, (is) => !is, 1000)
  const socket = new WebSocket(`${other?.url.replace('http', 'ws')}/rtc?access_token=${token}&protocol=16`)
  await once(socket, 'open')
  // LiveKit alone takes 5 to 9 seconds for this.
  expect(performance.now() - since).toBeLessThan(3000)
  const carrier = await list.hGet('room_node_map', room)
  await node?.start()
  expect((await join()).media_url).toMatch(/\/n2$/)
  expect(await list.hGet('room_node_map', room)).toBe(carrier)
  socket.close()
})
