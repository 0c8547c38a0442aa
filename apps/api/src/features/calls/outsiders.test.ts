import { createClient } from '@redis/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enterCall, signalling, type CallPerson } from '../../../../../tests/support/calls/call-people.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { letIn } from '../../../../../tests/support/calls/guest-in-room.ts'
import { secretFor } from '../../../../../tests/support/worlds/guest-world.ts'
import { noticeBody, signatureOf } from '../../../../../tests/support/calls/media-events.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { peopleCalls } from '../../../../../tests/support/worlds/people-world.ts'
import { roomOf } from '../../../../../tests/support/calls/room-of.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { revokeGuestLinks } from '#features/sessions/guests/guest-links.ts'
import { openRoomWatch, roomQuietMs } from './shut-out.ts'
import { sweepCalls } from './sweep.ts'

let stack: Stack
let admin: TestPerson
let calls: ReturnType<typeof peopleCalls>
beforeAll(async () => {
  stack = await startStack()
  admin = await stack.make.person({ level: 'Super' })
  calls = peopleCalls(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(() => stack.anew())

/** A running session of a coach, a colleague and a third person; the first two are in its room. No webhook arrives here. */
async function inRoom() {
  const organization = await stack.make.organization()
  const person = (level: 'Coach' | 'OrgAdmin') =>
    stack.make.person({ level, organization_id: organization.id })
  const [coach, colleague, third] = [await person('Coach'), await person('Coach'), await person('OrgAdmin')]
  const start = new Date(stack.clock.now() - 60_000).toISOString()
  const { id } = await stack.make.session({ coach, participants: [colleague, third], start })
  const wayOf = async (of: TestPerson): Promise<string> =>
    (await stack.as(of).get(`/sessions/join/${id}`)).body.response.twilio_token
  const token = await wayOf(colleague)
  const coachIn = await enterCall(signalling, await wayOf(coach))
  const colleagueIn = await enterCall(signalling, token)
  const { room } = await roomOf(stack.platform.database, id)
  return { id, room, coach, colleague, third, token, coachIn, colleagueIn, organization }
}
type InRoom = Awaited<ReturnType<typeof inRoom>>

const isOut = ({ room }: CallPerson) =>
  eventually(
    () => room.isConnected,
    (isIn) => !isIn,
  )
const takeOutUnnoticed = ({ id, colleague }: InRoom) =>
  stack.db
    .insertInto('admissions')
    .values({
      session_id: id,
      person_id: colleague.id,
      browser: '',
      state: 'removed',
      asked_at: new Date(),
      seen_at: new Date(),
    })
    .execute()

/**
 * Advances the clock until the watch has found nobody for long enough. A look that is under way may still find somebody
 * after the clock was set.
 */
async function restOf(watch: ReturnType<typeof openRoomWatch>): Promise<void> {
  let isAtRest = false
  const rest = watch.settled().then(() => (isAtRest = true))
  await eventually(
    () => {
      stack.clock.advance(roomQuietMs)
      return isAtRest
    },
    (is) => is,
  )
  await rest
}

/** The others are still connected, so nobody is out because the room was closed. */
async function expectOthersIn({ room, coach, coachIn }: InRoom): Promise<void> {
  expect(coachIn.room.isConnected).toBe(true)
  expect((await stack.platform.media.peopleIn(room)).map(({ identity }) => identity)).toEqual([coach.id])
  await coachIn.leave()
}

describe('a person is removed from the room, even if LiveKit never reported that they joined [CALL-44]', () => {
  const reasons: Record<string, (call: InRoom) => Promise<{ status: number }>> = {
    'removed by the coach': ({ id, coach, colleague }) =>
      stack.as(coach).post(`/calls/remove/${id}`, { person_id: colleague.id }),
    deleted: ({ colleague }) => calls.remove(admin, colleague),
    'lowered to a client': ({ colleague }) => calls.update(admin, colleague, { privs: 0 }),
    'moved to another organization': async ({ colleague }) => {
      const { id: organization_id } = await stack.make.organization()
      return calls.update(admin, colleague, { organization_id })
    },
  }
  test.each(Object.entries(reasons))('after they are %s', async (_, act) => {
    const call = await inRoom()
    expect(await act(call)).toMatchObject({ status: 200 })
    await stack.runJobs()
    await isOut(call.colleagueIn)
    await expectOthersIn(call)
  })

  test('but not after they are only lowered from OrgAdmin to Coach', async () => {
    const call = await inRoom()
    const way = await stack.as(call.third).get(`/sessions/join/${call.id}`)
    await using thirdIn = await enterCall(signalling, way.body.response.twilio_token)
    expect(await calls.update(admin, call.third, { privs: 1 })).toMatchObject({ status: 200 })
    await stack.runJobs()
    expect((await stack.platform.media.peopleIn(call.room)).map(({ identity }) => identity)).toContain(
      call.third.id,
    )
    expect(thirdIn.room.isConnected).toBe(true)
    await call.coachIn.leave()
    await call.colleagueIn.leave()
  })
})

test("somebody moved to another organization can't join the call again", async () => {
  const call = await inRoom()
  const { id: organization_id } = await stack.make.organization()
  await calls.update(admin, call.colleague, { organization_id })
  const again = await stack.as(call.colleague).get(`/sessions/join/${call.id}`)
  expect(again).toMatchObject({ status: 403, body: { code: 'taken_out' } })
})

test('the sweep removes somebody whom a removal missed [CALL-45]', async () => {
  const call = await inRoom()
  await takeOutUnnoticed(call)
  await stack.runJobs()
  expect(call.colleagueIn.room.isConnected).toBe(true)
  await sweepCalls(stack.platform)
  await stack.runJobs()
  await isOut(call.colleagueIn)
  await expectOthersIn(call)
})

test('the sweep closes the room of a cancelled session with people still in it [CALL-45]', async () => {
  const call = await inRoom()
  await stack.db.updateTable('sessions').set({ status: 'Cancelled' }).where('id', '=', call.id).execute()
  await sweepCalls(stack.platform)
  await stack.runJobs()
  await isOut(call.colleagueIn)
  await isOut(call.coachIn)
  expect(await stack.platform.media.peopleIn(call.room)).toEqual([])
})

test('somebody whose join is reported after they lost their place is removed without a sweep [CALL-45]', async () => {
  const call = await inRoom()
  await takeOutUnnoticed(call)
  const body = noticeBody({
    event: 'participant_joined',
    id: 'EV_late',
    room: call.room,
    identity: call.colleague.id,
    connection: call.colleagueIn.connection,
    at: new Date(stack.clock.now()).toISOString(),
  })
  const told = await stack.app.inject({
    method: 'POST',
    url: '/api/hooks/livekit',
    headers: { 'content-type': 'application/webhook+json', authorization: await signatureOf(body) },
    payload: body,
  })
  expect(told.statusCode).toBe(200)
  await stack.runJobs()
  await isOut(call.colleagueIn)
  await expectOthersIn(call)
})

test('a connect that was admitted just before a removal is removed when it arrives [CALL-46]', async () => {
  const call = await inRoom()
  await takeOutUnnoticed(call)
  const watch = openRoomWatch(stack.platform, roomQuietMs)
  await watch.shutOut(call.id)
  await isOut(call.colleagueIn)
  // On a busy machine a connection may be dropped before LiveKit has answered.
  const ends: string[] = []
  while (ends.length < 2) {
    const late = await connectPastDoor(call.token)
    if (late) ends.push(await late.ended)
  }
  expect(ends).toEqual(['out', 'out'])
  await restOf(watch)
  await expectOthersIn(call)
})

/** A connect that was allowed before the removal. Resolves once it has arrived, with its end. */
function connectPastDoor(token: string): Promise<{ ended: Promise<'out'> } | undefined> {
  const socket = new WebSocket(`${signalling}/rtc?access_token=${token}&protocol=16&sdk=js&version=2`)
  const ended = new Promise<'out'>((resolve) => socket.addEventListener('close', () => resolve('out')))
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve({ ended }))
    socket.addEventListener('error', () => resolve(undefined))
  })
}

test("a colleague who is missing from LiveKit's list of the room is removed as well [CALL-46]", async () => {
  const call = await inRoom()
  await unlist(call.room, call.colleague.id)
  await takeOutUnnoticed(call)
  const watch = openRoomWatch(stack.platform, roomQuietMs)
  await watch.shutOut(call.id)
  await isOut(call.colleagueIn)
  await restOf(watch)
  await expectOthersIn(call)
  expect(call.colleagueIn.room.isConnected).toBe(false)
})

/** Removes somebody who is in the room from LiveKit's own list. */
async function unlist(room: string, personId: string): Promise<void> {
  const registry = createClient({ url: stack.config.media.redisUrl })
  await registry.connect()
  const isTheirs = (identity: string) => identity.startsWith(personId)
  const key = `room_participants:${room}`
  await eventually(
    async () => {
      const [identity] = (await registry.hKeys(key)).filter(isTheirs)
      return identity === undefined ? 0 : registry.hDel(key, identity)
    },
    (taken) => taken === 1,
  )
  registry.destroy()
  expect((await stack.platform.media.peopleIn(room)).some(({ identity }) => isTheirs(identity))).toBe(false)
}

describe("a person missing from LiveKit's list of the room is removed as well [CALL-46]", () => {
  async function clientIn() {
    const organization = await stack.make.organization()
    const coach = await stack.make.person({ level: 'Coach', organization_id: organization.id })
    const client = await stack.make.person({
      level: 'Client',
      organization_id: organization.id,
      coach_id: coach.id,
    })
    const start = new Date(stack.clock.now() - 60_000).toISOString()
    const session = await stack.make.session({ coach, client, start })
    const secret = await secretFor(stack, session.id, client.id)
    const ofClient = await enterCall(signalling, await letIn(stack, coach, secret, 'first'))
    const way = await stack.as(coach).get(`/sessions/join/${session.id}`)
    const ofCoach = await enterCall(signalling, way.body.response.twilio_token)
    const { room } = await roomOf(stack.platform.database, session.id)
    return { session, room, client: { ...client, in: ofClient }, coach: { ...coach, in: ofCoach } }
  }
  type ClientIn = Awaited<ReturnType<typeof clientIn>>
  // Not through the API, whose own look at the room would come first.
  const deleted = async (person: TestPerson) => {
    const deleted_at = new Date(stack.clock.now())
    await stack.db.updateTable('people').set({ deleted_at }).where('id', '=', person.id).execute()
  }

  test.each<[string, 'client' | 'coach', (call: ClientIn) => Promise<void>]>([
    ['a client who was deleted', 'client', ({ client }) => deleted(client)],
    ['a coach who was deleted', 'coach', ({ coach }) => deleted(coach)],
    [
      'a client whose link was ended',
      'client',
      ({ session, client }) => revokeGuestLinks(stack.db, session.id, [client.id]),
    ],
  ])('%s', async (_, who, act) => {
    const call = await clientIn()
    const other = who === 'client' ? 'coach' : 'client'
    await unlist(call.room, call[who].id)
    await act(call)
    const watch = openRoomWatch(stack.platform, roomQuietMs)
    await watch.shutOut(call.session.id)
    await isOut(call[who].in)
    await restOf(watch)
    expect(call[other].in.room.isConnected).toBe(true)
    await call[other].in.leave()
  })
})

test("letting in a client's second browser disconnects the first, and removing the client disconnects the second", async () => {
  const organization = await stack.make.organization()
  const coach = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  const of = { organization_id: organization.id, coach_id: coach.id }
  const client = await stack.make.person({ level: 'Client', ...of })
  const start = new Date(stack.clock.now() - 60_000).toISOString()
  const session = await stack.make.session({ coach, client, start })
  const secret = await secretFor(stack, session.id, client.id)
  const first = await enterCall(signalling, await letIn(stack, coach, secret, 'first'))
  const second = await enterCall(signalling, await letIn(stack, coach, secret, 'second'))
  // Admitting the second ended the first one's place.
  await stack.runJobs()
  await isOut(first)
  expect(second.room.isConnected).toBe(true)
  await stack.as(coach).post(`/calls/remove/${session.id}`, { person_id: client.id })
  await stack.runJobs()
  await isOut(second)
})
