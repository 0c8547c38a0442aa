import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { linkIn, mailTo } from '../../../../../../tests/support/mail/mail.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { remindPeople } from './reminders.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  // These tests let days pass.
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '168' })
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(async () => {
  await stack.anew()
  world = await sessionsWorld(stack)
})

const tomorrow = (clock: string) => at(clock, '2026-11-17')
const inTwoDays = { start_time: at('15:00', '2026-11-18'), end_time: at('16:00', '2026-11-18') }

/** Sets the clock and lets the worker run the jobs that are due. */
async function becomes(instant: string) {
  stack.clock.set(instant)
  await stack.runJobs()
}
const reminders = async (person?: TestPerson) => {
  const rows = await stack.db
    .selectFrom('mails')
    .select(['person_id', 'state'])
    .where('kind', '=', 'session-reminder')
    .$if(person !== undefined, (query) => query.where('person_id', '=', person?.id ?? ''))
    .execute()
  return rows.map((row) => row.state)
}

test('everybody is reminded 24 hours and 1 hour before, once each', async () => {
  const { coach, client, booked } = world
  const session = await booked(inTwoDays)
  await becomes(at('14:59', '2026-11-17'))
  expect(await reminders()).toEqual([])
  await becomes(at('15:00', '2026-11-17'))
  expect(await reminders()).toEqual(['sent', 'sent'])
  await becomes(at('13:59', '2026-11-18'))
  expect(await reminders()).toHaveLength(2)
  await becomes(at('14:00', '2026-11-18'))
  await becomes(at('14:30', '2026-11-18'))
  expect(await reminders()).toEqual(['sent', 'sent', 'sent', 'sent'])

  const mails = await mailTo(client.email, 3)
  expect(mails.map((mail) => mail.subject.split(',')[0])).toEqual([
    'Coaching Call with Robin',
    'Reminder: Coaching Call with Robin',
    'Reminder: Coaching Call with Robin',
  ])
  expect(new Set(mails.map((mail) => linkIn(mail, 'join'))).size).toBe(1)
  const [, reminder] = await mailTo(coach.email, 3)
  expect(reminder?.text).toContain(`/session/${session.id}/preview`)
  expect(reminder?.text).toMatch(/your time, New York \(EST, UTC-5\)/)
})

test('a reminder whose time had passed when the session was booked is not sent [MAIL-03]', async () => {
  const { booked } = world
  // Booked at 14:00: 20 hours, then 30 minutes, then exactly an hour ahead.
  await booked({ start_time: tomorrow('10:00'), end_time: tomorrow('11:00') })
  await booked({ start_time: at('14:30'), end_time: at('15:00') })
  await booked({ start_time: at('15:00'), end_time: at('16:00') })
  await becomes(at('14:10'))
  expect(await reminders()).toEqual([])
  await becomes(tomorrow('09:00'))
  expect(await reminders()).toEqual(['sent', 'sent'])
})

test('after a move the reminders of the new time are sent, except those whose time had passed, and none of the old time [MAIL-03 S7]', async () => {
  const { admin, booked, update } = world
  const session = await booked(inTwoDays)
  await update(admin, session.id, { start_time: tomorrow('10:00'), end_time: tomorrow('11:00') })
  await becomes(tomorrow('08:59'))
  expect(await reminders()).toEqual([])
  await becomes(tomorrow('09:00'))
  expect(await reminders()).toEqual(['sent', 'sent'])
  // The reminders for the old time would be due now.
  await becomes(at('15:00', '2026-11-18'))
  expect(await reminders()).toHaveLength(2)
})

test('no reminder goes out for a cancelled session [S7]', async () => {
  const { admin, booked, cancel } = world
  const session = await booked(inTwoDays)
  await cancel(admin, session.id)
  await becomes(at('14:30', '2026-11-18'))
  expect(await reminders()).toEqual([])
})

test('a queued reminder is dropped when the session is cancelled or moved [S7]', async () => {
  const { admin, booked, cancel, update, client, otherClient, otherCoach } = world
  const cancelled = await booked(inTwoDays)
  const moved = await booked({ ...inTwoDays, coach_id: otherCoach.id, user_id: otherClient.id })
  await stack.runJobs()
  stack.clock.set(at('15:00', '2026-11-17'))
  for (const { id, start_time } of [cancelled, moved])
    await remindPeople(stack.platform, { sessionId: id, start: start_time, before: '24h' })
  expect(await reminders()).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
  await cancel(admin, cancelled.id)
  await update(admin, moved.id, {
    start_time: at('17:00', '2026-11-18'),
    end_time: at('18:00', '2026-11-18'),
  })
  await stack.runJobs()
  expect(await reminders(client)).toEqual(['failed'])
  expect(await reminders(otherClient)).toEqual(['failed'])
})

test('a participant who was removed gets no more reminders, and one who was added gets the next [S8]', async () => {
  const { admin, otherCoach, orgAdmin, orgSession, booked, update } = world
  const session = await booked({ ...orgSession, ...inTwoDays, participants: [otherCoach.id] })
  await becomes(at('15:00', '2026-11-17'))
  expect(await reminders(otherCoach)).toEqual(['sent'])
  await update(admin, session.id, { participants: [orgAdmin.id] })
  await becomes(at('14:00', '2026-11-18'))
  expect(await reminders(otherCoach)).toEqual(['sent'])
  expect(await reminders(orgAdmin)).toEqual(['sent'])
})

test('a participant who is removed while the reminder is queued does not get it [S8]', async () => {
  const { admin, otherCoach, orgAdmin, orgSession, booked, update } = world
  const session = await booked({ ...orgSession, ...inTwoDays })
  stack.clock.set(at('15:00', '2026-11-17'))
  await remindPeople(stack.platform, { sessionId: session.id, start: session.start_time, before: '24h' })
  await update(admin, session.id, { participants: [orgAdmin.id] })
  await stack.runJobs()
  expect(await reminders(otherCoach)).toEqual(['failed'])
  expect(await reminders(orgAdmin)).toEqual(['sent'])
})

test('a reminder job that runs several times, also at once, reminds once', async () => {
  const { client, booked } = world
  const session = await booked(inTwoDays)
  stack.clock.set(at('15:00', '2026-11-17'))
  const run = () =>
    remindPeople(stack.platform, { sessionId: session.id, start: session.start_time, before: '24h' })
  await Promise.all([run(), run(), run()])
  await run()
  await stack.runJobs()
  expect(await reminders(client)).toEqual(['sent'])
})

test('an overdue reminder is not sent when the next one is due or the session has begun', async () => {
  const { booked } = world
  await booked(inTwoDays)
  // No worker ran for a day.
  await becomes(at('14:20', '2026-11-18'))
  expect(await reminders()).toHaveLength(2)
  await booked({ start_time: at('20:00', '2026-11-18'), end_time: at('21:00', '2026-11-18') })
  await becomes(at('20:00', '2026-11-18'))
  expect(await reminders()).toHaveLength(2)
})
