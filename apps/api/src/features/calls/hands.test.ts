import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterCall, signalling, type CallPerson } from '../../../../../tests/support/calls/call-people.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { askIn, secretFor } from '../../../../../tests/support/worlds/guest-world.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
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

const tokenOf = async (person: TestPerson, sessionId: string): Promise<string> =>
  (await stack.as(person).get(`/sessions/join/${sessionId}`)).body.response.twilio_token
const enter = async (person: TestPerson, sessionId: string) =>
  enterCall(signalling, await tokenOf(person, sessionId))

/** The identities whose hands somebody in the room sees up, their own included. */
const handsSeenBy = ({ room }: CallPerson): string[] =>
  [...room.remoteParticipants.values(), room.localParticipant].flatMap((one) =>
    one?.attributes.hand === 'up' ? [one.identity] : [],
  )
const sees = (one: CallPerson, hands: string[]) =>
  eventually(
    () => handsSeenBy(one).toSorted(),
    (seen) => seen.join() === hands.toSorted().join(),
  )

test('a raised hand is seen by everybody in the room, also by people who join later, until it is lowered [CALL-33 CALL-34]', async () => {
  const { coach, organization, otherCoach } = world
  const third = await stack.make.person({ level: 'Coach', organization_id: organization.id })
  const session = await stack.make.session({
    coach,
    participants: [otherCoach, third],
    start: at('15:00'),
  })
  const hand = (by: TestPerson, is_up: boolean) => stack.as(by).put(`/calls/${session.id}/hand`, { is_up })
  const [first, second] = [await enter(coach, session.id), await enter(otherCoach, session.id)]
  expect(await hand(otherCoach, true)).toMatchObject({ status: 200 })
  await sees(first, [otherCoach.id])
  await sees(second, [otherCoach.id])
  // Somebody of the session who is not in the room cannot raise a hand there.
  expect(await hand(third, true)).toMatchObject({ status: 409, body: { code: 'not_in_call' } })
  const late = await enter(third, session.id)
  await sees(late, [otherCoach.id])
  expect(await hand(third, true)).toMatchObject({ status: 200 })
  await sees(first, [otherCoach.id, third.id])
  expect(await hand(otherCoach, false)).toMatchObject({ status: 200 })
  for (const one of [first, second, late]) await sees(one, [third.id])

  // The token does not grant this right: nobody sees the attributes that participants set on themselves.
  await Promise.allSettled([first.room.localParticipant?.setAttributes({ hand: 'up' })])
  expect(await hand(third, false)).toMatchObject({ status: 200 })
  for (const one of [second, late]) await sees(one, [])

  for (const stranger of [world.admin, world.orgAdmin])
    expect(await hand(stranger, true)).toMatchObject({ status: 403, body: { code: 'not_of_call' } })
  const elsewhere = await stack.make.person({
    level: 'Coach',
    organization_id: (await stack.make.organization()).id,
  })
  expect(await hand(elsewhere, true)).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
  await late.leave()
  await eventually(
    () => first.room.remoteParticipants.size,
    (n) => n === 1,
  )
  expect(await hand(third, true)).toMatchObject({ status: 409, body: { code: 'not_in_call' } })
  for (const one of [first, second]) await one.leave()
})

test('a guest can raise their own hand only once they are let in and in the room of that call [CALL-33]', async () => {
  const { coach, organization } = world
  stack.clock.set(at('16:50'))
  const of = { organization_id: organization.id, coach_id: coach.id }
  const client = await stack.make.person({ level: 'Client', ...of })
  const session = await stack.make.session({ coach, client, start: at('17:00') })
  const other = await stack.make.session({ coach, client, start: at('19:00') })
  const secret = await secretFor(stack, session.id, client.id)
  const hand = (id = session.id) => stack.guest(secret).put(`/calls/${id}/hand`, { is_up: true })
  expect(await hand()).toMatchObject({ status: 403, body: { code: 'not_let_in' } })
  await askIn(stack, secret)
  expect(await hand()).toMatchObject({ status: 403, body: { code: 'not_let_in' } })
  const [knock] = (await stack.as(coach).get('/calls/waiting')).body.response
  await stack.as(coach).post(`/calls/admissions/${knock.id}`, { admit: true })
  expect(await hand()).toMatchObject({ status: 409, body: { code: 'not_in_call' } })
  const coachIn = await enter(coach, session.id)
  const token: string = (await stack.guest(secret).get('/guest/join')).body.response.twilio_token
  const clientIn = await enterCall(signalling, token)
  expect(await hand()).toMatchObject({ status: 200 })
  await sees(coachIn, [clientIn.room.localParticipant?.identity ?? ''])
  expect(await hand(other.id)).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
  // In another browser the link opens nothing of this.
  expect(
    await stack.guest(secret, 'second').put(`/calls/${session.id}/hand`, { is_up: false }),
  ).toMatchObject({ status: 403 })
  for (const one of [coachIn, clientIn]) await one.leave()
})
