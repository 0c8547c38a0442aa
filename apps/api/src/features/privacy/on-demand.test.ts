import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formOf, formType, goodFiles } from '../../../../../tests/support/sample-files.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { storedFiles } from '../../../../../tests/support/engines/stored-files.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof sessionsWorld>>
beforeAll(async () => {
  stack = await startStack()
})
beforeEach(async () => {
  await stack.anew()
  world = await sessionsWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())

const preview = (by: TestPerson, { id }: { id: string }) => stack.as(by).get(`/privacy/erasure/${id}`)
const erase = (by: TestPerson, { id }: { id: string }, body?: object) =>
  stack.as(by).post(`/privacy/erasure/${id}`, body)
const personOf = (id: string) =>
  stack.db
    .selectFrom('people')
    .select(['first_name', 'username', 'email', 'deleted_at', 'former_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('an OrgAdmin can erase a client of their organization, which cancels the sessions ahead and makes the client anonymous at once [PEOPLE-64]', async () => {
  const { orgAdmin, coach, client, booked } = world
  const session = await booked({ start_time: at('17:00'), end_time: at('18:00') })
  await stack.runJobs()
  expect(await preview(orgAdmin, client)).toMatchObject({
    status: 200,
    body: {
      response: {
        askedAt: null,
        doneAt: null,
        isInCall: false,
        heldUntil: null,
        sessionsAhead: 1,
        stays: { sessions: 1, invoices: 0 },
      },
    },
  })
  expect(await erase(orgAdmin, client)).toMatchObject({
    status: 200,
    body: { response: { askedAt: expect.any(String), doneAt: null } },
  })
  await stack.runJobs()
  expect(await preview(orgAdmin, client)).toMatchObject({
    body: { response: { doneAt: expect.any(String), sessionsAhead: 0, goes: { messages: 0, mails: 0 } } },
  })
  expect(await personOf(client.id)).toMatchObject({ first_name: 'Former client', email: '' })
  expect((await stack.as(coach).get(`/sessions/${session.id}`)).body.response).toMatchObject({
    status: 'Cancelled',
    title: 'Coaching Call',
  })
  // A retry is answered in the same way, though nobody is left to erase.
  expect(await erase(orgAdmin, client)).toMatchObject({
    status: 200,
    body: { response: { doneAt: expect.any(String) } },
  })
})

test("a coach, an OrgAdmin of another organization, an equal and the person themselves can't erase a person [PEOPLE-64]", async () => {
  const { orgAdmin, coach, client, admin, there } = world
  expect(await erase(coach, client)).toMatchObject({ status: 403, body: { code: 'level_too_low' } })
  expect(await erase(orgAdmin, there.coach)).toMatchObject({
    status: 404,
    body: { code: 'person_not_found' },
  })
  const equal = await stack.make.person({ level: 'OrgAdmin', organization_id: orgAdmin.organization_id })
  expect(await erase(orgAdmin, equal)).toMatchObject({ status: 403, body: { code: 'not_below' } })
  expect(await erase(admin, admin)).toMatchObject({ status: 403, body: { code: 'not_below' } })
  const gone = await stack.make.person({ level: 'OrgAdmin', organization_id: orgAdmin.organization_id })
  expect(await stack.as(admin).delete(`/profiles/${gone.id}`)).toMatchObject({ status: 200 })
  expect(await erase(orgAdmin, gone)).toMatchObject({ status: 403, body: { code: 'not_below' } })
  expect(await personOf(gone.id)).toMatchObject({ former_number: null })
  for (const { id } of [client, there.coach, equal, admin])
    expect(await personOf(id)).toMatchObject({ deleted_at: null, former_number: null })
})

test("a client can't be erased while they or their coach are in the call [PEOPLE-64]", async () => {
  const { orgAdmin, coach, client } = world
  const session = await stack.make.session({ coach, client, start: at('13:45') })
  const now = new Date(stack.clock.now())
  const came = (person: TestPerson) =>
    stack.db
      .insertInto('presence')
      .values({ session_id: session.id, person_id: person.id, connection: randomUUID(), joined_at: now })
      .execute()
  const leave = () => stack.db.updateTable('presence').set({ left_at: now }).execute()
  for (const person of [client, coach]) {
    await came(person)
    expect(await preview(orgAdmin, client)).toMatchObject({ body: { response: { isInCall: true } } })
    expect(await erase(orgAdmin, client)).toMatchObject({ status: 409, body: { code: 'in_call' } })
    expect(await personOf(client.id)).toMatchObject({ deleted_at: null, former_number: null })
    await leave()
  }
  expect(await erase(orgAdmin, client)).toMatchObject({ status: 200 })
})

test('a coach is erased only if the same call settles their sessions ahead [PEOPLE-64]', async () => {
  const { orgAdmin, coach, client, booked } = world
  const session = await booked({ start_time: at('17:00'), end_time: at('18:00') })
  expect(await erase(orgAdmin, coach)).toMatchObject({ status: 409, body: { code: 'future_sessions' } })
  expect(await personOf(coach.id)).toMatchObject({ deleted_at: null, former_number: null })
  const settle = [{ session_id: session.id, act: 'cancel' }]
  expect(await erase(orgAdmin, coach, { settle })).toMatchObject({ status: 200 })
  await stack.runJobs()
  expect(await personOf(coach.id)).toMatchObject({ first_name: 'Former coach', email: '' })
  expect(await personOf(client.id)).toMatchObject({ deleted_at: null, former_number: null })
})

test('answers and moments that arrive after the client was erased are refused [PRIV-02]', async () => {
  const { orgAdmin, coach, client } = world
  await stack.db.updateTable('people').set({ is_assessor: true }).where('id', '=', coach.id).execute()
  const session = await stack.make.session({ coach, client, start: at('13:45') })
  const tags = [0, 'clarity', 'opening', 'purpose-early']
  const of = `/assessment/${session.id}/${client.id}`
  const write = () =>
    Promise.all([
      stack.as(coach).post(of, { tags, value: true }),
      stack.as(coach).put(`${of}/moments/${randomUUID()}`, { tags, at: at('13:50'), note: 'Late' }),
    ])
  const written = await write()
  expect(await erase(orgAdmin, client)).toMatchObject({ status: 200 })
  await stack.runJobs()
  const late = await write()
  const left = await Promise.all(
    (['assessment_answers', 'assessment_changes', 'assessment_moments'] as const).map((table) =>
      stack.db.selectFrom(table).select('path').where('session_id', '=', session.id).execute(),
    ),
  )
  expect(written.map(({ status }) => status)).toEqual([200, 200])
  expect(late).toMatchObject([
    { status: 409, body: { code: 'client_erased' } },
    { status: 409, body: { code: 'client_erased' } },
  ])
  expect(left).toEqual([[], [], []])
})

test('nobody can write or upload in the chat of an erased client, even while the session runs [PRIV-02]', async () => {
  const { orgAdmin, coach, client } = world
  const session = await stack.make.session({ coach, client, start: at('13:45') })
  const send = () =>
    stack.as(coach).post(`/chat/${session.id}/messages`, { client_id: randomUUID(), body: 'Are you there?' })
  const upload = () =>
    stack
      .as(coach)
      .upload(`/chat/${session.id}/files`, formOf('plan.pdf', goodFiles.pdf ?? Buffer.alloc(0)), formType)
  expect([await send(), await upload()]).toMatchObject([{ status: 200 }, { status: 200 }])
  expect(await erase(orgAdmin, client)).toMatchObject({ status: 200 })
  await stack.runJobs()
  const closed = { status: 409, body: { code: 'chat_closed' } }
  expect([await send(), await upload()]).toMatchObject([closed, closed])
  const bodies = await stack.db
    .selectFrom('chat_messages')
    .select(['type', 'body'])
    .where('session_id', '=', session.id)
    .execute()
  expect(bodies).toEqual([
    { type: 'erased', body: '' },
    { type: 'erased', body: '' },
  ])
  expect((await storedFiles(stack.config.s3, `${stack.config.s3.prefix}chat/${session.id}`)).whole).toEqual(
    [],
  )
})
