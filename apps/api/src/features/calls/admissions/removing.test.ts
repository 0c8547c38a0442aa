import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  LocalVideoTrack,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
  type LocalTrack,
} from '@livekit/rtc-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepCalls } from '#features/calls/sweep.ts'
import { browser } from '../../../../../../tests/support/browser-cookie.ts'
import {
  enterCall,
  mediaUrl,
  signalling,
  type CallPerson,
} from '../../../../../../tests/support/calls/call-people.ts'
import { eventually } from '../../../../../../tests/support/eventually.ts'
import { guestInRoom, letIn } from '../../../../../../tests/support/calls/guest-in-room.ts'
import { askIn } from '../../../../../../tests/support/worlds/guest-world.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '8760', PARLEY_TOKEN_ABSOLUTE_HOURS: '8760' })
  world = await sessionsWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())

let day = 17
const inCall = () => guestInRoom(stack, world, `2026-11-${(day += 1)}`)
const joinAs = (by: { token: string }, id: string) => stack.as(by).get(`/sessions/join/${id}`)
const joinBy = (secret: string, name: string) => stack.guest(secret, name).get('/guest/join')
const remove = (by: { token: string }, id: string, person_id: string) =>
  stack.as(by).post(`/calls/remove/${id}`, { person_id })
/** Asks as the front proxy does at a connect. */
const mayConnect = async (token: string, inBrowser?: string) =>
  (
    await stack.visitor.get('/calls/admission', undefined, {
      ...browser(inBrowser),
      'x-forwarded-method': 'GET',
      'x-forwarded-uri': `/rtc?access_token=${token}`,
    })
  ).status
const isOut = ({ room }: CallPerson) =>
  eventually(
    () => room.isConnected,
    (isIn) => !isIn,
  )

test("a removed client leaves the room and can't come back with any token until the coach lets them in, and the coach stays connected [CALL-20]", async () => {
  const { session, client, secret, tokens, coachIn, clientIn } = await inCall()
  expect(await mayConnect(tokens.client)).toBe(200)
  const since = performance.now()
  expect(await remove(world.coach, session.id, client.id)).toMatchObject({ status: 200 })
  await stack.runJobs()
  await isOut(clientIn)
  // The test runs its jobs by hand; a worker would start this one at once.
  expect(performance.now() - since).toBeLessThan(2000)
  expect(await mayConnect(tokens.client)).toBe(403)
  expect(await joinBy(secret, 'first')).toMatchObject({ status: 403, body: { code: 'not_let_in' } })
  expect(await askIn(stack, secret, 'first')).toMatchObject({ body: { response: { state: 'removed' } } })
  expect(coachIn.room.isConnected).toBe(true)
  // They stay out until the coach lets them in again.
  const [knock] = (await stack.as(world.coach).get('/calls/waiting')).body.response
  expect(knock).toMatchObject({ state: 'removed' })
  await stack.as(world.coach).post(`/calls/admissions/${knock.id}`, { admit: true })
  expect(await mayConnect(tokens.client)).toBe(200)
  await coachIn.leave()
})

test("a media token works only in the browser that it was made for, a coach's token too [J9]", async () => {
  const { tokens, coachIn, clientIn } = await inCall()
  for (const token of [tokens.client, tokens.coach]) {
    expect(await mayConnect(token, 'first')).toBe(200)
    expect(await mayConnect(token, 'another')).toBe(403)
    expect(await mayConnect(token, '')).toBe(403)
  }
  expect([coachIn.room.isConnected, clientIn.room.isConnected]).toEqual([true, true])
  await coachIn.leave()
  await clientIn.leave()
})

test("letting in another device disconnects the first one, which can't come back [GUEST-16]", async () => {
  const { secret, tokens, coachIn, clientIn } = await inCall()
  const next = await letIn(stack, world.coach, secret, 'second')
  const second = await enterCall(signalling, next)
  await stack.runJobs()
  await isOut(clientIn)
  expect(second.room.isConnected).toBe(true)
  expect([await mayConnect(tokens.client, 'first'), await mayConnect(next, 'second')]).toEqual([403, 200])
  await second.leave()
  await coachIn.leave()
})

test("a removed participant of an Org session can't come back until the coach lets them in", async () => {
  const { coach, otherCoach, booked, orgSession } = world
  stack.clock.set(at('14:00'))
  const { id } = await booked({ ...orgSession, start_time: at('18:00'), end_time: at('19:00') })
  stack.clock.set(at('17:50'))
  const token: string = (await joinAs(otherCoach, id)).body.response.twilio_token
  const other = await enterCall(signalling, token)
  expect(await remove(coach, id, otherCoach.id)).toMatchObject({ status: 200 })
  await stack.runJobs()
  await isOut(other)
  expect(await mayConnect(token)).toBe(403)
  expect(await joinAs(otherCoach, id)).toMatchObject({ status: 403, body: { code: 'taken_out' } })
  stack.clock.advance(60_000)
  const [knock] = (await stack.as(coach).get('/calls/waiting')).body.response
  await stack.as(coach).post(`/calls/admissions/${knock.id}`, { admit: true })
  expect(await joinAs(otherCoach, id)).toMatchObject({ status: 200 })
})

test("a client who is deleted, or whose link is revoked, leaves the room and can't come back [PEOPLE-39 GUEST-03]", async () => {
  const { coach, admin } = world
  for (const end of [
    ({ client }: { client: { id: string } }) => stack.as(admin).delete(`/profiles/${client.id}`),
    ({ session }: { session: { id: string } }) => stack.as(coach).post(`/sessions/revoke-link/${session.id}`),
  ]) {
    const call = await inCall()
    // The sweep learns who is there, with or without LiveKit's webhooks.
    await sweepCalls(stack.platform)
    expect(await end(call)).toMatchObject({ status: 200 })
    await stack.runJobs()
    await isOut(call.clientIn)
    expect(await mayConnect(call.tokens.client)).toBe(403)
    expect(await joinBy(call.secret, 'first')).toMatchObject({ status: 404 })
    expect(call.coachIn.room.isConnected).toBe(true)
    await call.coachIn.leave()
  }
})

test("only the session's coach can remove and mute, and only people of the session [CALL-20]", async () => {
  const { coach, otherCoach, orgAdmin, admin, there } = world
  const { session, client, coachIn, clientIn } = await inCall()
  for (const act of ['remove', 'mute']) {
    const on = (by: { token: string }) =>
      stack.as(by).post(`/calls/${act}/${session.id}`, { person_id: client.id })
    for (const other of [otherCoach, there.coach]) expect(await on(other)).toMatchObject({ status: 404 })
    for (const above of [orgAdmin, admin])
      expect(await on(above)).toMatchObject({ status: 403, body: { code: 'not_your_call' } })
  }
  for (const stranger of [coach.id, otherCoach.id])
    expect(await remove(coach, session.id, stranger)).toMatchObject({ status: 409 })
  await stack.runJobs()
  expect(clientIn.room.isConnected).toBe(true)
  await clientIn.leave()
  await coachIn.leave()
})

/** Publishes microphone and camera. Returns LiveKit's id of the microphone track. */
async function sendTracks({ room }: CallPerson): Promise<string | undefined> {
  const sound = new AudioSource(48_000, 1)
  const picture = new VideoSource(320, 180)
  const publish = (track: LocalTrack, source: TrackSource) =>
    room.localParticipant?.publishTrack(track, new TrackPublishOptions({ source }))
  const microphone = await publish(
    LocalAudioTrack.createAudioTrack('microphone', sound),
    TrackSource.SOURCE_MICROPHONE,
  )
  await sound.captureFrame(AudioFrame.create(48_000, 1, 480))
  await publish(LocalVideoTrack.createVideoTrack('camera', picture), TrackSource.SOURCE_CAMERA)
  picture.captureFrame(new VideoFrame(new Uint8Array(320 * 180 * 4), 320, 180, VideoBufferType.RGBA))
  return microphone?.sid
}

test("the coach mutes a client's microphone through the API; a media token alone can't mute, remove or send data [CALL-20]", async () => {
  const { session, client, tokens, coachIn, clientIn } = await inCall()
  const sent = await sendTracks(clientIn)
  await sendTracks(coachIn)
  const { room } = await stack.db
    .selectFrom('calls')
    .select('room')
    .where('session_id', '=', session.id)
    .executeTakeFirstOrThrow()
  /** Everybody's muted tracks. */
  const muted = async () => {
    const people = await stack.platform.media.peopleIn(room)
    return people.flatMap(({ identity, tracks }) =>
      tracks.filter((track) => track.muted).map(({ name }) => `${name} of ${identity.slice(0, 36)}`),
    )
  }
  await eventually(
    async () => (await stack.platform.media.peopleIn(room)).flatMap(({ tracks }) => tracks).length,
    (count) => count === 4,
  )
  expect(await muted()).toEqual([])
  for (const [call, body] of [
    ['MutePublishedTrack', { room, identity: client.id, track_sid: sent, muted: true }],
    ['RemoveParticipant', { room, identity: client.id }],
    ['SendData', { room, data: '' }],
  ] as const) {
    const reply = await fetch(`${mediaUrl}/twirp/livekit.RoomService/${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.coach}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([call, reply.status]).toEqual([call, 401])
  }
  expect(await muted()).toEqual([])
  expect(
    await stack.as(world.coach).post(`/calls/mute/${session.id}`, { person_id: client.id }),
  ).toMatchObject({ status: 200 })
  await eventually(muted, (tracks) => tracks.length > 0)
  // The camera stays on, and nobody else is touched.
  expect(await muted()).toEqual([`microphone of ${client.id}`])
  await clientIn.leave()
  await coachIn.leave()
})
