import { afterEach, beforeEach, expect, test } from 'vitest'
import { readIcs } from '../../../../../../tests/support/mail/ics.ts'
import { calendarIn, mailTo } from '../../../../../../tests/support/mail/mail.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeEach(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
})
afterEach(() => stack[Symbol.asyncDispose]())

const remove = () => stack.as(world.admin).delete(`/profiles/${world.client.id}`)
const restore = () => stack.as(world.admin).post(`/profiles/restore/${world.client.id}`)
const statusOf = async (id: string) =>
  (await stack.db.selectFrom('sessions').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status
const cancellations = async () =>
  (
    await stack.db.selectFrom('mails').select('person_id').where('kind', '=', 'session-cancelled').execute()
  ).map((row) => String(row.person_id))

async function afterMinutes(minutes: number) {
  stack.clock.advance(minutes * 60_000)
  await stack.runJobs()
}

test('10 minutes after a client was deleted their future sessions are cancelled, and coach and client are mailed [PEOPLE-46]', async () => {
  const { coach, client, otherClient, booked } = world
  const [one, two, soon] = [
    await booked({ start_time: at('17:00'), end_time: at('18:00') }),
    await booked({ start_time: at('19:00'), end_time: at('20:00') }),
    // This one has begun by the time the job runs.
    await booked({ start_time: at('14:00'), end_time: at('15:00') }),
  ]
  const others = await booked({ user_id: otherClient.id, start_time: at('21:00'), end_time: at('22:00') })
  await stack.runJobs()
  expect(await remove()).toMatchObject({ status: 200 })
  await afterMinutes(9)
  expect(await statusOf(one.id)).toBe('Scheduled')
  await afterMinutes(1)
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['Cancelled', 'Cancelled'])
  expect([await statusOf(soon.id), await statusOf(others.id)]).toEqual(['Scheduled', 'Scheduled'])
  expect((await cancellations()).toSorted()).toEqual([coach.id, coach.id, client.id, client.id].toSorted())

  // The deleted client still has the calendar entry, so the cancellation is mailed to them too.
  const mails = await mailTo(client.email, 5)
  const off = mails.filter((mail) => mail.subject.startsWith('Cancelled: '))
  expect(off).toHaveLength(2)
  expect(readIcs(await calendarIn(off[0]))).toMatchObject({ method: 'CANCEL' })
  const [entry] = await stack.db
    .selectFrom('session_history')
    .select(['action', 'by_id'])
    .where('session_id', '=', one.id)
    .orderBy('id', 'desc')
    .execute()
  expect(entry).toEqual({ action: 'cancelled', by_id: null })
})

test('restoring the client within 10 minutes cancels nothing and sends nothing [PEOPLE-47]', async () => {
  const session = await world.booked({ start_time: at('17:00'), end_time: at('18:00') })
  await remove()
  stack.clock.advance(9 * 60_000)
  expect(await restore()).toMatchObject({ status: 200 })
  await afterMinutes(30)
  expect(await statusOf(session.id)).toBe('Scheduled')
  expect(await cancellations()).toEqual([])
})

test('deleting the client again restarts the ten minutes', async () => {
  const session = await world.booked({ start_time: at('17:00'), end_time: at('18:00') })
  await remove()
  stack.clock.advance(8 * 60_000)
  await restore()
  stack.clock.advance(60_000)
  await remove()
  await afterMinutes(5)
  expect(await statusOf(session.id)).toBe('Scheduled')
  await afterMinutes(5)
  expect(await statusOf(session.id)).toBe('Cancelled')
})

test('restoring the client later does not bring the sessions back', async () => {
  const session = await world.booked({ start_time: at('17:00'), end_time: at('18:00') })
  await remove()
  await afterMinutes(10)
  await restore()
  await afterMinutes(10)
  expect(await statusOf(session.id)).toBe('Cancelled')
})
