import { once } from 'node:events'
import { AccessToken } from 'livekit-server-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, herePlaces } from '../../../../../scripts/engines/places.ts'
import { browser } from '../../../../../tests/support/browser-cookie.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { startFront } from '../../../../../tests/support/engines/front.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

const { media } = addresses(herePlaces())

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let front: Awaited<ReturnType<typeof startFront>>
let day = 17
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '8760', PARLEY_TOKEN_ABSOLUTE_HOURS: '8760' })
  world = await sessionsWorld(stack)
  const address = new URL(await stack.app.listen({ host: '127.0.0.1', port: 0 }))
  front = await startFront({ apis: [Number(address.port)] })
})
afterAll(async () => {
  await front[Symbol.asyncDispose]()
  await stack[Symbol.asyncDispose]()
})

/** A running Org session, with the token of one of its people. */
async function begun() {
  day += 1
  const on = `2026-11-${day}`
  stack.clock.set(at('14:00', on))
  const times = { start_time: at('15:00', on), end_time: at('16:00', on) }
  const { id } = await world.booked({ ...world.orgSession, ...times })
  stack.clock.set(at('15:00', on))
  return { id: String(id), on, token: await wayIn(id) }
}
const wayIn = async (id: string): Promise<string> =>
  (await stack.as(world.otherCoach).get(`/sessions/join/${id}`)).body.response.twilio_token

/** The two signalling paths. On the second the browser describes itself in a message. */
const aboutBrowser = Buffer.from([0x12, 6, 0x0a, 4, 0x08, 1, 0x18, 16]).toString('base64')
const ways = {
  '/rtc': 'protocol=16&sdk=js&version=2',
  '/rtc/v1': `join_request=${encodeURIComponent(aboutBrowser)}`,
} as const

/** Connects as a browser does, through the front proxy. Undefined if it is not let in. */
function connect(path: keyof typeof ways, token: string): Promise<WebSocket | undefined> {
  const address = `ws://127.0.0.1:${front.port}/n1${path}?access_token=${token}&${ways[path]}`
  // Node's WebSocket takes headers, which browsers' do not.
  const socket = new WebSocket(address, { headers: browser() } as unknown as string[])
  socket.binaryType = 'arraybuffer'
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('error', () => resolve(undefined))
  })
}
const isLetIn = async (path: keyof typeof ways, token: string): Promise<boolean> => {
  const socket = await connect(path, token)
  socket?.close()
  return socket !== undefined
}

/** The renewed token that LiveKit sends to people who are in, read from its messages. */
async function renewedFor(token: string): Promise<string> {
  const socket = await connect('/rtc', token)
  if (!socket) throw new Error('not let in')
  for (;;) {
    const [message] = (await once(socket, 'message')) as [MessageEvent<ArrayBuffer>]
    const found = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/.exec(Buffer.from(message.data).toString('latin1'))?.[0]
    if (found === undefined) continue
    socket.close()
    return found
  }
}
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
const secondsLeft = (token: string) => Number(claimsOf(token).exp) - Date.now() / 1000

test("a removed person can't come back with their first token or a renewed one, on either signalling path, and joining creates no room [J8]", async () => {
  const { coach, otherCoach } = world
  const { id, token } = await begun()
  const renewed = await renewedFor(token)
  expect(renewed).not.toBe(token)
  expect(secondsLeft(renewed)).toBeGreaterThan(secondsLeft(token) + 240)
  const held = [token, renewed].flatMap((each) => [['/rtc', each] as const, ['/rtc/v1', each] as const])
  for (const [path, each] of held) expect(await isLetIn(path, each)).toBe(true)

  const removed = { person_id: otherCoach.id }
  expect(await stack.as(coach).post(`/calls/remove/${id}`, removed)).toMatchObject({ status: 200 })
  for (const [path, each] of held) expect(await isLetIn(path, each)).toBe(false)

  const { room } = claimsOf(token).video as { room: string }
  const own = new AccessToken(media.key, media.secret, { identity: otherCoach.id })
  own.addGrant({ roomJoin: true, room: `${room}-of-my-own` })
  const [node] = media.nodes
  const reply = await fetch(`${node?.url}/rtc/validate?access_token=${await own.toJwt()}`)
  expect(reply.status).toBe(404)
})

test('when the first token has expired, the one that LiveKit renewed lets the person back in, and so does a new one at minute 12 [R9]', async () => {
  const { id, on, token } = await begun()
  // The claims that the API writes.
  const { sub, video, attributes } = claimsOf(token) as {
    sub: string
    video: { room: string }
    attributes: Record<string, string>
  }
  expect(secondsLeft(token)).toBeLessThanOrEqual(300)
  // The same with two seconds in place of minutes, on top of the ten by which clocks may differ.
  const short = new AccessToken(media.key, media.secret, { identity: sub, attributes, ttl: -8 })
  short.addGrant({ roomJoin: true, room: video.room })
  const given = await short.toJwt()
  const renewed = await renewedFor(given)
  await eventually(
    () => isLetIn('/rtc', given),
    (is) => !is,
    10_000,
  )
  // LiveKit renews tokens every five minutes for as long as the call lasts, so this one has to last longer than that.
  expect(secondsLeft(renewed)).toBeGreaterThan(360)
  stack.clock.set(at('15:12', on))
  expect(await isLetIn('/rtc', renewed)).toBe(true)
  expect(await isLetIn('/rtc/v1', renewed)).toBe(true)
  expect(await isLetIn('/rtc', await wayIn(id))).toBe(true)
})
