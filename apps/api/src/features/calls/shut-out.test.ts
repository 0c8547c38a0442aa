import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterCall, signalling, type CallPerson } from '../../../../../tests/support/calls/call-people.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '8760', PARLEY_TOKEN_ABSOLUTE_HOURS: '8760' })
  world = await sessionsWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())

let day = 17
async function inCall() {
  const { coach, otherCoach, booked, orgSession } = world
  day += 1
  const on = `2026-11-${day}`
  stack.clock.set(at('14:00'))
  const times = { start_time: at('15:00', on), end_time: at('16:00', on) }
  const { id } = await booked({ ...orgSession, ...times })
  stack.clock.set(at('14:50', on))
  const enter = async (person: typeof coach) =>
    enterCall(signalling, (await stack.as(person).get(`/sessions/join/${id}`)).body.response.twilio_token)
  return { id, on, coach: await enter(coach), other: await enter(otherCoach) }
}
/** A removal should take less than a second after the job; with other tests running a machine takes longer. */
const outMs = 3000
const isOut = ({ room }: CallPerson) =>
  eventually(
    () => Promise.resolve(room.isConnected),
    (isIn) => !isIn,
    outMs,
  )

test('cancelling a session ends its call at once for everybody [CALL-26]', async () => {
  const cancelled = await inCall()
  expect(await world.cancel(world.coach, cancelled.id)).toMatchObject({ status: 200 })
  await stack.runJobs()
  await isOut(cancelled.coach)
  await isOut(cancelled.other)
})

test('a no-show ends the call at once [CALL-26]', async () => {
  const { coach, booked, cancel } = world
  stack.clock.set(at('14:00'))
  const on = '2026-12-01'
  const { id } = await booked({ start_time: at('15:00', on), end_time: at('16:00', on) })
  stack.clock.set(at('15:10', on))
  const alone = await enterCall(
    signalling,
    (await stack.as(coach).get(`/sessions/join/${id}`)).body.response.twilio_token,
  )
  expect(await cancel(coach, id, { noShow: true })).toMatchObject({ status: 200 })
  await stack.runJobs()
  await isOut(alone)
})

test('a participant who is taken out of the session leaves the call, and the others stay [CALL-26]', async () => {
  const { admin, orgAdmin, update } = world
  const call = await inCall()
  expect(await update(admin, call.id, { participants: [orgAdmin.id] })).toMatchObject({ status: 200 })
  await stack.runJobs()
  await isOut(call.other)
  expect(call.coach.room.isConnected).toBe(true)
  await call.coach.leave()
})

test('completing a session removes nobody from its call', async () => {
  const call = await inCall()
  stack.clock.set(at('15:30', call.on))
  expect(await world.complete(world.coach, call.id)).toMatchObject({ status: 200 })
  await stack.runJobs()
  expect(await stack.platform.media.peopleIn(await roomOf(call.id))).toHaveLength(2)
  expect([call.coach.room.isConnected, call.other.room.isConnected]).toEqual([true, true])
  await call.coach.leave()
  await call.other.leave()
})

const roomOf = async (id: string) =>
  (await stack.db.selectFrom('calls').select('room').where('session_id', '=', id).executeTakeFirstOrThrow())
    .room
