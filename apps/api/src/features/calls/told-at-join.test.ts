import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterCall, signalling, type CallPerson } from '../../../../../tests/support/calls/call-people.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { askIn, secretFor } from '../../../../../tests/support/worlds/guest-world.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
  stack.clock.set(at('14:50'))
})
afterAll(() => stack[Symbol.asyncDispose]())

/** The results of the others' checks, as somebody in the room sees them. */
const foundSeenBy = ({ room }: CallPerson) =>
  [...room.remoteParticipants.values()].map(({ attributes }) => attributes.application ?? 'unknown')
const sees = (one: CallPerson, found: string[]) =>
  eventually(
    () => foundSeenBy(one),
    (seen) => seen.join() === found.join(),
  )

const enter = async (asked: Promise<{ body: { response: { twilio_token: string } } }>) =>
  enterCall(signalling, (await asked).body.response.twilio_token)

test("each join tells the room whether the application can be shown on that person's device [STREAM-41]", async () => {
  const { coach, otherCoach } = world
  const session = await stack.make.session({ coach, participants: [otherCoach], start: at('15:00') })
  const way = (told = '') => `/sessions/join/${session.id}${told}`
  const coachIn = await enter(stack.as(coach).get(way()))
  const first = await enter(stack.as(otherCoach).get(way('?application=none')))
  await sees(coachIn, ['none'])
  await sees(first, ['unknown'])
  // Attributes that are set later leave it as it is.
  await stack.as(otherCoach).put(`/calls/${session.id}/hand`, { is_up: true })
  await eventually(
    () => [...coachIn.room.remoteParticipants.values()].map(({ attributes }) => attributes),
    ([seen]) => seen?.hand === 'up' && seen.application === 'none',
  )
  // The result of the check is replaced once the application is shown there after all.
  expect(await stack.as(otherCoach).put(`/calls/${session.id}/shown`)).toMatchObject({ status: 200 })
  await sees(coachIn, ['good'])
  await first.leave()
  await sees(coachIn, [])
  const again = await enter(stack.as(otherCoach).get(way('?application=good')))
  await sees(coachIn, ['good'])
  for (const told of ['?application=perfect', '?hand=up', '?application=none&application=good'])
    expect(await stack.as(otherCoach).get(way(told))).toMatchObject({ status: 400 })
  for (const one of [again, coachIn]) await one.leave()
})

test("a guest's join tells the room as well [STREAM-41]", async () => {
  const { coach, client } = world
  stack.clock.set(at('16:50'))
  const session = await stack.make.session({ coach, client, start: at('17:00') })
  const secret = await secretFor(stack, session.id, client.id)
  await askIn(stack, secret)
  const [knock] = (await stack.as(coach).get('/calls/waiting')).body.response
  await stack.as(coach).post(`/calls/admissions/${knock.id}`, { admit: true })
  const coachIn = await enter(stack.as(coach).get(`/sessions/join/${session.id}`))
  const guest = await enter(stack.guest(secret).get('/guest/join?application=weak'))
  await sees(coachIn, ['weak'])
  expect(foundSeenBy(guest)).toEqual(['unknown'])
  for (const one of [guest, coachIn]) await one.leave()
})
