import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frontSite } from '../../../../../scripts/engines/front.ts'
import { herePlaces } from '../../../../../scripts/engines/places.ts'
import {
  freePort,
  startProcess,
  untilItAnswers,
  type Running,
} from '../../../../../tests/support/processes.ts'
import { browser } from '../../../../../tests/support/browsers.ts'
import { at, sessionsWorld } from '../../../../../tests/support/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let front: Running
let folder: string
let port: number

/** A front proxy of our own before this test's API and the real media server. */
beforeAll(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
  const address = new URL(await stack.app.listen({ host: '127.0.0.1', port: 0 }))
  const { media } = herePlaces().ports
  port = await freePort()
  folder = await mkdtemp(join(tmpdir(), 'parley-front-'))
  const config = join(folder, 'Caddyfile')
  const site = frontSite(port, [Number(address.port)], [media.http])
  await writeFile(config, `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
  const args = ['run', '--config', config, '--adapter', 'caddyfile']
  front = await startProcess({ file: '/usr/bin/caddy', args, env: { HOME: folder } })
  await untilItAnswers(front, async () => (await fetch(`http://127.0.0.1:${port}/front-is-up`)).ok)
})
afterAll(async () => {
  await front.stop()
  await rm(folder, { recursive: true })
  await stack[Symbol.asyncDispose]()
})

/** What a browser is answered that wants to speak to the media server: 101 is in. */
const connect = (path: string, token: string, inBrowser = browser()): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port,
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

test("the front proxy lets a connect through only with the API's word, and nothing else of the media server", async () => {
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

  // Of the node itself nothing is reached but its signalling: the rest is the portal's, which has no such page.
  const rooms = [
    '/twirp/livekit.RoomService/ListRooms',
    '/n1/twirp/livekit.RoomService/ListRooms',
    '/n1/rtc/../twirp/x',
  ]
  for (const path of rooms) {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
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
