import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRecord } from '../../../../../../tests/support/calls/call-record.ts'
import { askIn, guestsOfBothKinds, secretFor } from '../../../../../../tests/support/worlds/guest-world.ts'
import { mailTo } from '../../../../../../tests/support/mail/mail.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

const support = `support-of-clients-${process.pid}@example.test`
let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
let sessionId: string
beforeAll(async () => {
  stack = await startStack({ PARLEY_SUPPORT_EMAIL: support })
  world = await sessionsWorld(stack)
  sessionId = (await world.booked()).id
  const record = callRecord(stack)
  await record.open(sessionId, at('14:50'))
  await record.stay(sessionId, world.coach.id, at('14:55'), at('15:05'))
  stack.clock.set(at('15:06'))
})
afterAll(() => stack[Symbol.asyncDispose]())

const statistics = {
  agent: 'A telephone',
  samples: [{ at: at('15:00'), quality: 'weak', people: 2 }],
  changes: [{ at: at('14:55'), what: 'connected' }],
}
const list = async () => (await stack.as(world.admin).get('/calls/reports')).body.response.entries

test("a client who was let in can report technical issues of their own call, in that browser only, and Admins see the report as the client's [CALL-35]", async () => {
  const { coach, client } = world
  const secret = await secretFor(stack, sessionId, client.id)
  const other = await stack.make.session({ coach, client, start: at('18:00') })
  const body = { kinds: ['picture'], text: 'The picture stood still.', statistics }
  const send = (id = sessionId, inBrowser = 'first', headers: Record<string, string> = {}) =>
    stack.guest(secret, inBrowser).post(`/calls/${id}/report`, body, headers)
  const waits = { status: 403, body: { code: 'not_let_in' } }
  expect(await send()).toMatchObject(waits)
  await askIn(stack, secret)
  expect(await send()).toMatchObject(waits)
  const [knock] = (await stack.as(coach).get('/calls/waiting')).body.response
  await stack.as(coach).post(`/calls/admissions/${knock.id}`, { admit: true })
  expect(await send(sessionId, 'second')).toMatchObject(waits)
  expect(await send(other.id)).toMatchObject({ status: 404, body: { code: 'session_not_found' } })

  const before = (await list()).length
  stack.clock.advance(1000)
  const key = { 'idempotency-key': 'of-a-client' }
  expect(await send(sessionId, 'first', key)).toMatchObject({ status: 200 })
  expect(await send(sessionId, 'first', key)).toMatchObject({ status: 200 })
  await stack.runJobs()
  const mails = await mailTo(support)
  expect(mails.at(-1)?.text).toContain('Robin Ames reports: picture.')
  const all = await list()
  expect(all).toHaveLength(before + 1)
  expect(all[0]).toMatchObject({
    by: { id: client.id },
    session: { id: sessionId },
    kinds: ['picture'],
    text: 'The picture stood still.',
  })
  const { statistics: kept, timeline } = (await stack.as(world.admin).get(`/calls/reports/${all[0].id}`)).body
    .response
  expect(kept).toEqual(statistics)
  expect(timeline[0]).toEqual({ name: 'Robin Ames', inRoom: [{ from: at('14:55'), until: at('15:05') }] })
  expect(
    await stack.db
      .selectFrom('audit_log')
      .select(['by_id', 'by_link'])
      .where('action', '=', 'calls.report')
      .where('by_link', '=', true)
      .execute(),
  ).toEqual([{ by_id: client.id, by_link: true }])

  // A client can report after the end, too, because reports are often written then, but not once the coach has removed them.
  stack.clock.set(at('17:00'))
  await world.complete(coach, sessionId)
  expect(await send()).toMatchObject({ status: 200 })
  await stack.as(coach).post(`/calls/remove/${sessionId}`, { person_id: client.id })
  expect(await send()).toMatchObject(waits)
})

test('a client who sends too many reports gets 429, counted by their link', async () => {
  await using busy = await startStack()
  const { letIn } = await guestsOfBothKinds(busy)
  const asked: string[] = []
  const consume = busy.platform.limits.mail.consume.bind(busy.platform.limits.mail)
  busy.platform.limits.mail.consume = (key) => {
    asked.push(String(key))
    return asked.length > 2 ? consume(key, 1000) : consume(key)
  }
  const send = () =>
    busy
      .guest(letIn.secret)
      .post(`/calls/${crypto.randomUUID()}/report`, { kinds: ['sound'], text: '', statistics })
  expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([404, 404, 429])
  expect(new Set(asked).size).toBe(1)
})
