import { afterAll, beforeAll, expect, test } from 'vitest'
import { readIcs } from '../../../../../../tests/support/mail/ics.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { uidOf } from './ics.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
  const name = (person: TestPerson, first_name: string, time_zone: string | null) =>
    stack.db.updateTable('people').set({ first_name, time_zone }).where('id', '=', person.id).execute()
  await name(world.coach, 'Dana', 'Asia/Kolkata')
  await name(world.client, 'Margarethe', null)
  await name(world.otherCoach, 'Ana', null)
})
afterAll(() => stack[Symbol.asyncDispose]())

const fileFor = (person: TestPerson, id: string) => stack.as(person).get(`/sessions/${id}/calendar-file`)

test("the file is in the viewer's zone, named after the person they meet, without the title", async () => {
  const { coach, orgAdmin, admin, booked, update } = world
  const session = await booked({ title: 'Anger at work', start_time: at('20:00'), end_time: at('21:00') })
  await update(admin, session.id, { end_time: at('21:15') })
  const { body } = await fileFor(coach, session.id)
  expect(body.response.filename).toBe('coaching-call-2026-11-17.ics')
  expect(body.response.ics).not.toMatch(/Anger|\/join\//)
  expect(readIcs(body.response.ics)).toMatchObject({
    method: 'PUBLISH',
    events: [
      {
        uid: uidOf(session.id),
        sequence: 1,
        summary: 'Coaching Call with Margarethe',
        tzid: 'Asia/Kolkata',
        start: at('20:00'),
        end: at('21:15'),
        status: 'CONFIRMED',
        attendees: [],
      },
    ],
  })
  // A viewer who is not in the session sees it from the coach's side. Without a zone of their own they get the
  // organization's.
  const seen = readIcs((await fileFor(orgAdmin, session.id)).body.response.ics).events[0]
  expect(seen).toMatchObject({ summary: 'Coaching Call with Margarethe', tzid: 'America/New_York' })
})

test("a participant's file names the coach, and for people out of scope it is 404", async () => {
  const { otherCoach, orgSession, booked, there } = world
  const session = await booked({
    ...orgSession,
    participants: [otherCoach.id],
    start_time: at('22:00'),
    end_time: at('23:00'),
  })
  const { body } = await fileFor(otherCoach, session.id)
  expect(readIcs(body.response.ics).events[0]?.summary).toBe('Coaching Call with Dana')
  expect(await fileFor(there.orgAdmin, session.id)).toMatchObject({
    status: 404,
    body: { code: 'session_not_found' },
  })
})

test('the file of a cancelled session has the status CANCELLED', async () => {
  const { coach, client } = world
  const session = await stack.make.session({ coach, client, start: at('09:00'), status: 'Cancelled' })
  const { body } = await fileFor(coach, session.id)
  expect(readIcs(body.response.ics).events[0]?.status).toBe('CANCELLED')
})

test('a session in a far year, booked before there was a limit, has a short file and can be moved [SESSION-29]', async () => {
  const { coach, client, admin, update } = world
  const { id } = await stack.make.session({ coach, client, start: '9998-06-01T12:00:00.000Z' })
  const { ics } = (await fileFor(coach, id)).body.response
  expect(readIcs(ics).events).toMatchObject([{ start: '9998-06-01T12:00:00.000Z', tzid: null }])
  // Covering every year until then would add two clock changes per year.
  expect(ics.length).toBeLessThan(2000)
  expect(await update(admin, id, { title: 'Values' })).toMatchObject({ status: 200 })
  expect(
    await update(admin, id, { start_time: at('11:00', '2027-06-01'), end_time: at('12:00', '2027-06-01') }),
  ).toMatchObject({ status: 200 })
})
