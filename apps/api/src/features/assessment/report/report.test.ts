import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailTo, sourceOf } from '../../../../../../tests/support/mail/mail.ts'
import { pdfText } from '../../../../../../tests/support/mail/pdf-text.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeEach(async () => {
  stack = await startStack()
  world = await sessionsWorld(stack)
  const { coach, client } = world
  await stack.db.updateTable('people').set({ is_assessor: true }).where('id', '=', coach.id).execute()
  await stack.db
    .updateTable('people')
    .set({ first_name: 'Margarethe', last_name: 'Öztürk-Lindqvist' })
    .where('id', '=', client.id)
    .execute()
})
afterEach(() => stack[Symbol.asyncDispose]())

async function scored(start = at('09:00', '2026-11-09')) {
  const { coach, client } = world
  const session = await stack.make.session({ coach, client, start })
  const save = (body: object) => stack.as(coach).post(`/assessment/${session.id}/${client.id}`, body)
  await save({ tags: [0, 'clarity', 'opening', 'good-time'], value: true })
  await save({ tags: [0, 'overall'], data: 'The opening is hers now.' })
  await save({ tags: [0, 'notes'], data: 'Seemed tired, and cross with me.' })
  return session
}
const path = () => `/assessment/progress/${world.client.id}/report`
const sendBy = (by: TestPerson, headers: Record<string, string> = {}) =>
  stack.as(by).post(path(), undefined, headers)
const sentAt = async () =>
  (await stack.as(world.coach).get(`/assessment/progress/${world.client.id}`)).body.response.sessions.map(
    ({ report_at }: { report_at: string | null }) => report_at,
  )

test("the report is served as a PDF attachment with the client's name and the date as its file name [ASSESS-30]", async () => {
  await scored()
  const { status, headers, body } = await stack.as(world.coach).get(path())
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/pdf')
  expect(headers['content-disposition']).toContain(
    `attachment; filename="Progress Margarethe _zt_rk-Lindqvist 2026-11-16.pdf"; filename*=UTF-8''Progress%20Margarethe%20%C3%96zt%C3%BCrk-Lindqvist%202026-11-16.pdf`,
  )
  expect(String(body)).toMatch(/^%PDF-1/)
})

test("the report has the client's name, the counts and each overall judgement word for word, and no notes [ASSESS-30]", async () => {
  const { coach, client } = world
  const session = await scored()
  const save = (body: object) => stack.as(coach).post(`/assessment/${session.id}/${client.id}`, body)
  await save({ tags: [0, 'clarity', 'opening', 'purpose-early'], value: false })
  await save({ tags: [2, 'steadiness', 'limits', 'plain-no'], value: true })
  await save({ tags: [2, 'overall'], data: 'She said no and stayed kind.' })
  const answer = await stack.app.inject({
    method: 'GET',
    url: `/api${path()}`,
    headers: { authorization: `Bearer ${coach.token}` },
  })
  const text = (await pdfText(answer.rawPayload)).replaceAll(/\s+/g, ' ')
  for (const words of [
    'Margarethe Öztürk-Lindqvist',
    'Clarity',
    'Steadiness',
    'The opening is hers now.',
    'She said no and stayed kind.',
  ])
    expect(text).toContain(words)
  // Two of three answered criteria were shown, one of two in Clarity.
  expect(text).toMatch(/2 of 3/)
  expect(text).toMatch(/1 of 2/)
  expect(text).not.toMatch(/tired|cross with me/)
})

test("sending the report mails it to the client in the coach's name, shows when it was sent, and is audited [ASSESS-30]", async () => {
  const { coach, client, organization } = world
  const session = await scored()
  await scored(at('09:00', '2026-11-02'))
  expect(await sendBy(coach)).toMatchObject({ status: 200, body: { response: { at: at('14:00') } } })
  expect(await sentAt()).toEqual([at('14:00'), null])
  // Later changes do not affect the report that was sent.
  await stack
    .as(coach)
    .post(`/assessment/${session.id}/${client.id}`, { tags: [0, 'overall'], data: 'Something else.' })
  await stack.runJobs()
  const [mail] = await mailTo(client.email)
  expect(mail?.subject).toBe('Your progress report')
  expect(mail?.text).toContain('Hello Margarethe, Robin Ames sends you your progress report.')
  expect(mail?.text).toContain('The report is personal. Please treat it with care.')
  expect(mail?.text).toContain(`From ${organization.display_name}`)
  expect(await sourceOf(mail)).toContain('Content-Type: application/pdf')
  expect(mail?.attachments?.map(({ fileName }) => fileName)).toEqual([
    'Progress Margarethe Öztürk-Lindqvist 2026-11-16.pdf',
  ])
  const [stored] = await stack.db.selectFrom('assessment_reports').selectAll().execute()
  expect(stored).toMatchObject({ person_id: client.id, session_id: session.id, sent_by: coach.id })
  expect(JSON.stringify(stored?.figures)).toContain('The opening is hers now.')
  expect(JSON.stringify(stored?.figures)).not.toMatch(/tired|Something else/)
  const entries = await stack.db
    .selectFrom('audit_log')
    .select(['by_id', 'subject_kind', 'subject_id'])
    .where('action', '=', 'assessment.report')
    .execute()
  expect(entries).toEqual([{ by_id: coach.id, subject_kind: 'person', subject_id: client.id }])
})

test('sending the report twice with one idempotency key sends one mail', async () => {
  await scored()
  const key = { 'idempotency-key': 'one-report' }
  const first = await sendBy(world.coach, key)
  stack.clock.advance(60_000)
  expect((await sendBy(world.coach, key)).body).toEqual(first.body)
  expect(await stack.db.selectFrom('assessment_reports').select('id').execute()).toHaveLength(1)
  const mails = await stack.db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', 'assessment-report')
    .execute()
  expect(mails).toHaveLength(1)
  expect((await sendBy(world.coach)).body.response.at).toBe(at('14:01'))
})

test("there is no report without a scored session, and a deleted client can't be sent one", async () => {
  const { coach, orgAdmin, client } = world
  const nothing = { status: 409, body: { code: 'nothing_scored' } }
  expect(await stack.as(coach).get(path())).toMatchObject(nothing)
  expect(await sendBy(coach)).toMatchObject(nothing)
  await scored()
  await stack.db.updateTable('people').set({ is_assessor: true }).where('id', '=', orgAdmin.id).execute()
  expect((await stack.as(orgAdmin).delete(`/profiles/${client.id}`)).status).toBe(200)
  expect(await sendBy(coach)).toMatchObject({ status: 404, body: { code: 'person_not_found' } })
  const refused = await sendBy(orgAdmin)
  expect(refused).toMatchObject({ status: 409, body: { code: 'report_to_deleted' } })
  expect(refused.body.response).toContain('Restore them first')
  expect((await stack.as(orgAdmin).get(path())).status).toBe(200)
  expect(await stack.db.selectFrom('assessment_reports').select('id').execute()).toEqual([])
})

test('a client gets at most five reports in an hour, no matter how many people send them [OPS-12]', async () => {
  const { coach, orgAdmin } = world
  await stack.db.updateTable('people').set({ is_assessor: true }).where('id', '=', orgAdmin.id).execute()
  await scored()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => sendBy(i % 2 ? coach : orgAdmin)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(15)
  expect(refused[0]?.body.response).toContain('several of these emails in the last hour')
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3000)
  const mails = await stack.db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', 'assessment-report')
    .execute()
  expect(mails).toHaveLength(5)
  expect(await stack.db.selectFrom('assessment_reports').select('id').execute()).toHaveLength(5)
})
