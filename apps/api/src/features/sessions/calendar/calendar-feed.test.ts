import { afterEach, beforeEach, expect, test } from 'vitest'
import { readIcs } from '../../../../../../tests/support/mail/ics.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { uidOf } from './ics.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeEach(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
})
afterEach(() => stack[Symbol.asyncDispose]())

const mine = '/profiles/me/calendar-feed'

/** Creates a feed and returns the path that a calendar program would read. */
async function feedOf(person: TestPerson): Promise<string> {
  const { status, body } = await stack.as(person).post(mine)
  expect(status).toBe(200)
  const url: string = body.response.url
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/api\/calendar\/feed\/[\w-]{43}$/)
  return url.slice(url.indexOf('/calendar/feed/'))
}
const read = (path: string) => stack.visitor.get(path)
const eventsAt = async (path: string) => readIcs((await read(path)).body).events

const gone = { status: 404, body: { code: 'feed_not_found' } }

test("the feed has a person's own sessions with the other's first name, in their zone, without title or link [MAIL-06]", async () => {
  const { coach, otherCoach, client, booked, orgSession } = world
  await stack.db
    .updateTable('people')
    .set({ first_name: 'Ida', time_zone: 'Asia/Kathmandu' })
    .where('id', 'in', [coach.id, client.id])
    .execute()
  const individual = await booked({ title: 'Anger at work' })
  const org = await booked({
    ...orgSession,
    coach_id: otherCoach.id,
    user_id: otherCoach.id,
    participants: [coach.id],
    title: 'Anger at home',
    start_time: at('18:00'),
    end_time: at('19:00'),
  })
  const others = await booked({ coach_id: otherCoach.id, user_id: world.otherClient.id })
  await stack.runJobs()

  const answer = await read(await feedOf(coach))
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(answer.body).not.toMatch(/Anger|\/join\//)
  const { method, events, zones } = readIcs(answer.body)
  expect({ method, zones }).toEqual({ method: 'PUBLISH', zones: ['Asia/Kathmandu'] })
  expect(events.map(({ uid, summary, start, tzid }) => ({ uid, summary, start, tzid }))).toEqual([
    {
      uid: uidOf(org.id),
      summary: 'Coaching Call with Robin',
      start: at('18:00'),
      tzid: 'Asia/Kathmandu',
    },
    {
      uid: uidOf(individual.id),
      summary: 'Coaching Call with Ida',
      start: at('15:00'),
      tzid: 'Asia/Kathmandu',
    },
  ])
  expect(answer.body).not.toContain(others.id)
  expect(answer.body.replaceAll('\r\n ', '')).toContain(`/session/${individual.id}/preview`)
})

test('the feed follows changes, reaches from 30 days back to a year ahead, and leaves out cancelled sessions', async () => {
  const { coach, client, admin, booked, update, cancel } = world
  const path = await feedOf(coach)
  const past = (start: string) =>
    stack.make.session({ coach, client, start, status: 'Completed' }).then((one) => uidOf(one.id))
  await past('2026-10-17T13:59:00.000Z')
  const kept = await past('2026-10-17T14:00:00.000Z')
  await stack.make.session({ coach, client, start: '2027-11-16T14:00:00.000Z' })
  const last = await stack.make.session({ coach, client, start: '2027-11-16T13:00:00.000Z' })
  const session = await booked()
  await update(admin, session.id, { start_time: at('17:00'), end_time: at('18:00') })
  const events = await eventsAt(path)
  expect(events.map((event) => event.uid)).toEqual([uidOf(last.id), uidOf(session.id), kept])
  expect(events[1]).toMatchObject({ start: at('17:00'), sequence: 1 })
  await cancel(admin, session.id)
  expect((await eventsAt(path)).map((event) => event.uid)).toEqual([uidOf(last.id), kept])
})

test("the feed's secret is stored as a hash, shown once, and in no log [MAIL-07]", async () => {
  const { coach } = world
  const path = await feedOf(coach)
  const secret = path.split('/').at(-1) ?? ''
  expect(await read(path)).toMatchObject({ status: 200 })
  await read('/calendar/feed/nothing-here-nothing-here')
  const rows = await stack.db.selectFrom('calendar_feeds').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.secret_hash).toHaveLength(32)
  const kept = JSON.stringify([
    rows,
    await stack.db.selectFrom('audit_log').selectAll().execute(),
    (await stack.as(coach).get(mine)).body,
  ])
  expect(kept).not.toContain(secret)
  expect(kept).not.toContain(Buffer.from(secret).toString('hex'))
  expect(stack.log()).toContain('/calendar/feed/…')
  expect(stack.log()).not.toContain(secret)
})

test('the state says since when the feed exists and in which minute it was last read', async () => {
  const { coach } = world
  const state = async () => (await stack.as(coach).get(mine)).body.response
  expect(await state()).toEqual({ since: null, lastReadAt: null })
  const path = await feedOf(coach)
  expect(await state()).toEqual({ since: at('14:00'), lastReadAt: null })
  stack.clock.set(at('14:05'))
  await read(path)
  stack.clock.set('2026-11-16T14:05:59.000Z')
  await read(path)
  expect(await state()).toEqual({ since: at('14:00'), lastReadAt: at('14:05') })
  stack.clock.set(at('14:06'))
  await read(path)
  expect(await state()).toMatchObject({ lastReadAt: at('14:06') })
})

test('a new feed address ends the old one [MAIL-08]', async () => {
  const { coach } = world
  const first = await feedOf(coach)
  const second = await feedOf(coach)
  expect(await read(first)).toMatchObject(gone)
  expect(await read(second)).toMatchObject({ status: 200 })
})

test('an ended feed is 404, and so is a guessed address', async () => {
  const { coach, otherCoach } = world
  const [path, others] = [await feedOf(coach), await feedOf(otherCoach)]
  expect(await stack.as(coach).post(`${mine}/end`)).toMatchObject({ status: 200 })
  expect(await stack.as(coach).post(`${mine}/end`)).toMatchObject({ status: 200 })
  expect(await read(path)).toMatchObject(gone)
  expect(await read(others)).toMatchObject({ status: 200 })
  expect(await read('/calendar/feed/x')).toMatchObject(gone)
  expect(await read(`/calendar/feed/${'x'.repeat(101)}`)).toMatchObject({ status: 400 })
})

test('a feed ends when its person is deleted or demoted, and does not come back [MAIL-09]', async () => {
  const { coach, otherCoach, admin } = world
  const [deleted, demoted] = [await feedOf(coach), await feedOf(otherCoach)]
  expect(await stack.as(admin).delete(`/profiles/${coach.id}`)).toMatchObject({ status: 200 })
  expect(await read(deleted)).toMatchObject(gone)
  await stack.as(admin).post(`/profiles/restore/${coach.id}`)
  expect(await read(deleted)).toMatchObject(gone)

  const attributes = (privs: number) => ({ attributes: { privs } })
  await stack.as(admin).put(`/profiles/${otherCoach.id}`, attributes(0))
  expect(await read(demoted)).toMatchObject(gone)
  await stack.as(admin).put(`/profiles/${otherCoach.id}`, attributes(1))
  expect(await read(demoted)).toMatchObject(gone)
})

test('a feed is 404 as long as its person may not sign in [MAIL-09]', async () => {
  const { coach } = world
  const path = await feedOf(coach)
  const set = (values: { privs?: number; deleted_at?: Date | null }) =>
    stack.db.updateTable('people').set(values).where('id', '=', coach.id).execute()
  await set({ privs: 0 })
  expect(await read(path)).toMatchObject(gone)
  await set({ privs: 1, deleted_at: new Date() })
  expect(await read(path)).toMatchObject(gone)
  await set({ deleted_at: null })
  expect(await read(path)).toMatchObject({ status: 200 })
})
