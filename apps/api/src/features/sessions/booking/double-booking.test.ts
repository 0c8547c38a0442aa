import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

/** Books sessions in which one person is the coach or a participant, each time with different other people. */
async function roles() {
  const world = await sessionsWorld(stack)
  const organization_id = world.organization.id
  const somebody = (level: 'Coach' | 'Client', coach_id?: string) =>
    stack.make.person({ level, organization_id, ...(coach_id && { coach_id }) })
  const busy = await somebody('Coach')
  const times = (from: string) => ({ start_time: at(from), end_time: at('23:00') })
  return {
    asCoach: async (from: string) =>
      world.book(world.admin, {
        coach_id: busy.id,
        user_id: (await somebody('Client', busy.id)).id,
        ...times(from),
      }),
    asCoachOfAGroup: async (from: string) =>
      world.book(world.admin, {
        coach_id: busy.id,
        user_id: busy.id,
        participants: [(await somebody('Coach')).id],
        ...times(from),
      }),
    asParticipant: async (from: string) => {
      const coach = await somebody('Coach')
      return world.book(world.admin, {
        coach_id: coach.id,
        user_id: coach.id,
        participants: [(await somebody('Coach')).id, busy.id],
        ...times(from),
      })
    },
  }
}

const names = ['asCoach', 'asCoachOfAGroup', 'asParticipant'] as const

describe('nobody is in two Scheduled sessions at once [SESSION-15]', () => {
  test.each(names.flatMap((first) => names.map((second) => [first, second] as const)))(
    'somebody booked %s gets a clash when booked %s',
    async (first, second) => {
      const book = await roles()
      expect(await book[first]('20:00')).toMatchObject({ status: 200 })
      expect(await book[second]('22:45')).toMatchObject({ status: 409, body: { code: 'clash' } })
    },
  )

  test('a client gets a clash with a second coach', async () => {
    const { book, booked, admin, otherCoach, client, update } = await sessionsWorld(stack)
    await booked()
    await stack.db
      .updateTable('people')
      .set({ coach_id: otherCoach.id })
      .where('id', '=', client.id)
      .execute()
    const other = { coach_id: otherCoach.id, start_time: at('15:45'), end_time: at('16:45') }
    expect(await book(admin, other)).toMatchObject({ status: 409, body: { code: 'clash' } })
    const later = await booked({ ...other, start_time: at('16:00'), end_time: at('17:00') })
    expect(await update(admin, later.id, { start_time: at('15:45'), end_time: at('16:45') })).toMatchObject({
      status: 409,
      body: { code: 'clash' },
    })
  })

  test('a cancelled session blocks nobody, and one may begin as another ends', async () => {
    const { book, booked, admin, cancel } = await sessionsWorld(stack)
    const session = await booked()
    expect(await book(admin, { start_time: at('16:00'), end_time: at('17:00') })).toMatchObject({
      status: 200,
    })
    await cancel(admin, session.id)
    expect(await book(admin)).toMatchObject({ status: 200 })
  })
})

test('a session outside the working hours of both can be booked [SESSION-33]', async () => {
  const { book, admin, coach, client } = await sessionsWorld(stack)
  const tuesdays = JSON.stringify({ tue: [['09:00', '10:00']] })
  await stack.db
    .updateTable('people')
    .set({ working_hours: tuesdays })
    .where('id', 'in', [coach.id, client.id])
    .execute()
  // In New York: first Monday at 10 AM, then Tuesday at 4 AM.
  expect(await book(admin)).toMatchObject({ status: 200 })
  const night = { start_time: at('09:00', '2026-11-17'), end_time: at('10:00', '2026-11-17') }
  expect(await book(admin, night)).toMatchObject({ status: 200 })
})
