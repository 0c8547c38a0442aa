import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browser } from '../../../../../tests/support/browser-cookie.ts'
import { startFront } from '../../../../../tests/support/engines/front.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let front: Awaited<ReturnType<typeof startFront>>

beforeAll(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
  const address = new URL(await stack.app.listen({ host: '127.0.0.1', port: 0 }))
  front = await startFront({ apis: [Number(address.port)] })
})
afterAll(async () => {
  await front[Symbol.asyncDispose]()
  await stack[Symbol.asyncDispose]()
})

/** The status that a browser gets when it connects to LiveKit: 101 means it is in. */
const connect = (path: string, token: string, inBrowser = browser()): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port: front.port,
      path: `${path}?access_token=${token}&protocol=16&sdk=js`,
      headers: {
        ...inBrowser,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      },
    })
    asked.on('upgrade', (reply, socket) => {
      socket.destroy()
      resolve(reply.statusCode ?? 0)
    })
    asked.on('response', (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end()
  })

test('the front proxy lets a connect through only if the API allows it, and exposes nothing else of the media server', async () => {
  const { coach, booked, cancel } = world
  const session = await booked()
  stack.clock.set(at('15:00'))
  const joined = await stack.as(coach).get(`/sessions/join/${session.id}`)
  const token: string = joined.body.response.twilio_token
  expect(await connect('/n1/rtc', token)).toBe(101)
  expect(await connect('/n1/rtc/v1', token)).not.toBe(403)
  expect(await connect('/n1/rtc', `${token}x`)).toBe(403)
  expect(await connect('/n1/rtc', token, browser('another'))).toBe(403)
  expect(await connect('/n1/rtc', token, { cookie: '' })).toBe(403)
  expect(await connect('/n1/rtc', '')).toBe(403)

  // Only the signalling of the node can be reached. All other paths go to the portal, which has no such page.
  const rooms = [
    '/twirp/livekit.RoomService/ListRooms',
    '/n1/twirp/livekit.RoomService/ListRooms',
    '/n1/rtc/../twirp/x',
  ]
  for (const path of rooms) {
    const reply = await fetch(`${front.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect([path, reply.status]).toEqual([path, 404])
  }

  expect(await cancel(coach, session.id)).toMatchObject({ status: 200 })
  for (const path of ['/n1/rtc', '/n1/rtc/v1', '/n1/rtc/validate', '/n1//rtc', '/N1/rtc'])
    expect([path, await connect(path, token)]).toEqual([path, 403])
  expect(stack.log()).not.toContain(token)
})
