import { RoomEvent } from '@livekit/rtc-node'
import { callPeopleMax } from '@parley/contract/rules/calls/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterCall, signalling } from '../../../../../tests/support/calls/call-people.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { guestInRoom } from '../../../../../tests/support/calls/guest-in-room.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { sweepCalls } from './sweep.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '8760', PARLEY_TOKEN_ABSOLUTE_HOURS: '8760' })
  world = await sessionsWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())

let day = 17
const inCall = () => guestInRoom(stack, world, `2026-11-${(day += 1)}`)

const write = (by: ReturnType<Stack['as']>, id: string, body: string) =>
  by.post(`/chat/${id}/messages`, { client_id: crypto.randomUUID(), body })

test('[CALL-22] people already in the call can stay and chat after the join window closes or the session is completed', async () => {
  const { coach } = world
  const { session, secret, on, coachIn, clientIn } = await inCall()
  await sweepCalls(stack.platform)
  stack.clock.set(at('15:55', on))
  expect(await world.complete(coach, session.id)).toMatchObject({ status: 200 })
  for (const clock of ['15:56', '16:10', '16:40', '17:30']) {
    stack.clock.set(at(clock, on))
    await sweepCalls(stack.platform)
    await stack.runJobs()
    expect([clock, coachIn.room.isConnected, clientIn.room.isConnected]).toEqual([clock, true, true])
    expect(await write(stack.as(coach), session.id, `coach ${clock}`)).toMatchObject({ status: 200 })
    expect(await write(stack.guest(secret), session.id, `client ${clock}`)).toMatchObject({ status: 200 })
  }
  await clientIn.leave()
  await coachIn.leave()
})

test("data that a participant sends into the room reaches nobody, the API's notice does, and the server sets a message's author [CALL-19]", async () => {
  const { session, secret, client, coachIn, clientIn } = await inCall()
  const heard: string[] = []
  coachIn.room.on(RoomEvent.DataReceived, (_data, _from, _kind, topic) => heard.push(topic ?? ''))
  const forged = new TextEncoder().encode('{"author":"Dana"}')
  // Whether the client library refuses it or LiveKit drops it, nobody hears it.
  await Promise.allSettled([
    clientIn.room.localParticipant?.publishData(forged, { reliable: true, topic: 'chat' }),
  ])
  const sent = await stack.guest(secret).post(`/chat/${session.id}/messages`, {
    client_id: crypto.randomUUID(),
    body: 'It is me.',
  })
  expect(sent.body.response).toMatchObject({ author: 'Robin Ames', author_id: client.id, isCoach: false })
  await eventually(
    () => heard.length,
    (n) => n > 0,
  )
  expect(heard).toEqual(['chat'])
  for (const more of [{ author: 'Dana' }, { author_id: world.coach.id }])
    expect(
      await stack
        .guest(secret)
        .post(`/chat/${session.id}/messages`, { client_id: crypto.randomUUID(), body: 'x', ...more }),
    ).toMatchObject({ status: 400 })
  await clientIn.leave()
  await coachIn.leave()
})

test(`a call has at most ${callPeopleMax} people: one more is refused, and the others stay [CALL-03]`, async () => {
  const { room, coachIn, clientIn } = await inCall()
  const token = (i: number) =>
    stack.platform.media.tokenFor({ room, identity: `person-${i}`, device: 'a'.repeat(32) }, `Person ${i}`)
  const more = []
  for (let i = 2; i < callPeopleMax; i += 1) more.push(await enterCall(signalling, await token(i)))
  expect(await stack.platform.media.peopleIn(room)).toHaveLength(callPeopleMax)
  await expect(enterCall(signalling, await token(callPeopleMax))).rejects.toThrow(/./)
  for (const one of [coachIn, clientIn, ...more]) {
    expect(one.room.isConnected).toBe(true)
    await one.leave()
  }
})
