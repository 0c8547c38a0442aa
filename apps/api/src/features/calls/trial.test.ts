import { RoomServiceClient } from 'livekit-server-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, herePlaces } from '../../../../../scripts/engines/places.ts'
import { enterCall } from '../../../../../tests/support/calls/call-people.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { startFront } from '../../../../../tests/support/engines/front.ts'
import { askIn, guestWorld, secretFor } from '../../../../../tests/support/worlds/guest-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

const { key, secret, nodes } = addresses(herePlaces()).media
const rooms = new RoomServiceClient(nodes[0]?.url ?? '', key, secret)

let stack: Stack
let front: Awaited<ReturnType<typeof startFront>>
let world: Awaited<ReturnType<typeof guestWorld>>
beforeAll(async () => {
  stack = await startStack()
  world = await guestWorld(stack)
  const address = new URL(await stack.app.listen({ host: '127.0.0.1', port: 0 }))
  front = await startFront({ apis: [Number(address.port)] })
})
afterAll(async () => {
  await front[Symbol.asyncDispose]()
  await stack[Symbol.asyncDispose]()
})

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string
    video: Record<string, unknown> & { room: string }
  }
const signalling = () => `${front.url.replace('http', 'ws')}/n1`

test('a trial is a room for one person who can only publish a camera, and is gone once they leave', async () => {
  const token: string = (await stack.as(world.coach).post('/calls/trial')).body.response.twilio_token
  const { sub, video } = claimsOf(token)
  expect(sub).toBe('trial')
  expect(video).toEqual({
    roomJoin: true,
    room: expect.stringMatching(/^trial\.[\w-]{22}$/),
    canPublish: true,
    canPublishSources: ['camera'],
    canSubscribe: false,
    canPublishData: false,
    canUpdateOwnMetadata: false,
  })
  const first = await enterCall(signalling(), token)
  expect(await rooms.listRooms([video.room])).toMatchObject([{ maxParticipants: 1 }])

  const other: string = (await stack.as(world.coach).post('/calls/trial')).body.response.twilio_token
  expect(claimsOf(other).video.room).not.toBe(video.room)
  await first.leave()
  const left = await eventually(
    () => rooms.listRooms([video.room]),
    (found) => found.length === 0,
    15_000,
  )
  expect(left).toEqual([])
})

test("a client's trial binds no browser and opens no way into the call", async () => {
  const tried = await stack.guest(world.secret, 'new').post('/guest/trial')
  expect(tried.status).toBe(200)
  expect(tried.headers['set-cookie']).toBeUndefined()
  expect((await stack.guest(world.secret, 'new').get('/guest/admission')).body.response.state).toBe('none')
  await using inside = await enterCall(signalling(), tried.body.response.twilio_token as string)
  expect(inside.room.remoteParticipants.size).toBe(0)
})

test('a client who was turned away gets no token for a trial, in any browser, until they wait again [CALL-41]', async () => {
  const { coach, otherClient: client } = world
  const { id } = await stack.make.session({ coach, client, start: '2026-11-16T14:00:00.000Z' })
  const link = await secretFor(stack, id, client.id)
  const tryIn = async (browser: string) => (await stack.guest(link, browser).post('/guest/trial')).status
  await askIn(stack, link, 'first')
  const [knock] = (await stack.as(coach).get('/calls/waiting')).body.response
  const turned = await stack.as(coach).post(`/calls/admissions/${knock.id}`, { admit: false })
  expect(turned.status).toBe(200)
  expect([await tryIn('first'), await tryIn('second')]).toEqual([403, 403])
  expect((await askIn(stack, link, 'second')).body.response).toMatchObject({ state: 'waiting' })
  expect(await tryIn('second')).toBe(200)
})
