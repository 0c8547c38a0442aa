import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRecord } from '../../../../../../tests/support/calls/call-record.ts'
import { mailTo } from '../../../../../../tests/support/mail/mail.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { sweepReports } from './reports.ts'

const support = `support-${process.pid}@example.test`
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
  agent: 'A browser',
  samples: [{ at: at('15:00'), quality: 'weak', people: 1 }],
  changes: [{ at: at('14:55'), what: 'connected' }],
}
const report = (by: TestPerson, more: object = {}, headers: Record<string, string> = {}) =>
  stack
    .as(by)
    .post(
      `/calls/${sessionId}/report`,
      { kinds: ['sound', 'connection'], text: 'The sound stopped twice.', statistics, ...more },
      headers,
    )
const list = async (query = '') =>
  (await stack.as(world.admin).get(`/calls/reports${query}`)).body.response.entries

test("a report is stored with the call's record, mailed to the support address, and listed for Admins", async () => {
  expect(await report(world.coach)).toMatchObject({ status: 200 })
  await stack.runJobs()
  const mails = await mailTo(support)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe('Technical issues in a call')
  expect(mails[0]?.text).toContain('Robin Ames reports: sound, connection.')
  expect(mails[0]?.text).toContain('The sound stopped twice.')
  expect(mails[0]?.text).toContain('/reports')
  const [entry] = await list()
  expect(entry).toMatchObject({
    at: at('15:06'),
    by: { id: world.coach.id, name: 'Robin Ames' },
    session: { id: sessionId, title: 'Values in practice', start_time: at('15:00') },
    kinds: ['sound', 'connection'],
    text: 'The sound stopped twice.',
  })
  expect((await stack.as(world.admin).get(`/calls/reports/${entry.id}`)).body.response).toEqual({
    statistics,
    timeline: [
      { name: 'Robin Ames', inRoom: [{ from: at('14:55'), until: at('15:05') }] },
      { name: 'Robin Ames', inRoom: [] },
    ],
  })
})

test('a report sent twice with one idempotency key is stored once', async () => {
  const before = (await list()).length
  const key = { 'idempotency-key': 'one-report' }
  const [first, second] = [await report(world.coach, {}, key), await report(world.coach, {}, key)]
  expect(second.body.response).toEqual(first.body.response)
  expect(await list()).toHaveLength(before + 1)
})

test('only people of the call can report: others in scope get 403, people out of scope 404', async () => {
  expect(await report(world.admin)).toMatchObject({ status: 403, body: { code: 'not_of_call' } })
  expect(await report(world.orgAdmin)).toMatchObject({ status: 403, body: { code: 'not_of_call' } })
  expect(await report(world.otherCoach)).toMatchObject({ status: 404 })
})

test.each([
  ['nothing chosen', { kinds: [] }],
  ['a kind twice', { kinds: ['sound', 'sound'] }],
  ['an unknown kind', { kinds: ['weather'] }],
  ['too much text', { text: 'a'.repeat(2001) }],
  [
    'too many samples',
    { statistics: { ...statistics, samples: Array.from({ length: 241 }, () => statistics.samples[0]) } },
  ],
  ['a long change', { statistics: { ...statistics, changes: [{ at: at('15:00'), what: 'a'.repeat(61) }] } }],
  ['an unknown field', { statistics: { ...statistics, more: 1 } }],
])('a report with %s is refused', async (_name, more) => {
  expect(await report(world.coach, more)).toMatchObject({ status: 400 })
})

test('the list of reports has pages, an order, a filter by kind and a search by reporter', async () => {
  stack.clock.advance(1000)
  await report(world.coach, { kinds: ['picture'], text: '' })
  const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))
  const all = await list('?page=1')
  expect(all[0]).toMatchObject({ kinds: ['picture'], text: '' })
  expect((await list(`?order=${json(['at', 'ASC'])}`)).at(-1)).toEqual(all[0])
  expect(await list('?page=2&limit=1')).toEqual([all[1]])
  expect(await list(`?filters=${json({ kinds: ['picture', 'devices'] })}`)).toEqual([all[0]])
  expect(await list('?search=nobody-of-that-name')).toEqual([])
  expect(await stack.as(world.orgAdmin).get('/calls/reports')).toMatchObject({ status: 403 })
})

test('without a support address a report is listed, and nobody is mailed', async () => {
  await using quiet = await startStack()
  const { coach, admin, booked } = await sessionsWorld(quiet)
  const { id } = await booked()
  const body = { kinds: ['other'], text: '', statistics }
  expect(await quiet.as(coach).post(`/calls/${id}/report`, body)).toMatchObject({ status: 200 })
  expect((await quiet.as(admin).get('/calls/reports')).body.response.entries).toHaveLength(1)
  const mails = await quiet.db.selectFrom('mails').select('id').where('kind', '=', 'call-report').execute()
  expect(mails).toEqual([])
})

test('reports are swept as soon as the delivery log drops their mails', async () => {
  const kept = stack.config.mailsKeptMs
  expect(await sweepReports(stack.db, stack.clock.now() + kept - 10_000, kept)).toBe(0)
  expect(await sweepReports(stack.db, stack.clock.now() + kept + 1, kept)).toBe(3)
  expect(await list()).toEqual([])
})
