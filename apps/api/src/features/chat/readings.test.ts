import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chatWorld } from '../../../../../tests/support/worlds/chat-world.ts'
import { formOf, formType, goodFiles } from '../../../../../tests/support/sample-files.ts'
import { at } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof chatWorld>>
beforeAll(async () => {
  stack = await startStack({ PARLEY_TOKEN_IDLE_HOURS: '100' })
})
beforeEach(async () => {
  await stack.anew()
  world = await chatWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())

const readings = (sessionId: string) =>
  stack.db
    .selectFrom('audit_log')
    .select(['action', 'by_id', 'subject_kind', 'about_id', 'organization_id'])
    .where('subject_id', '=', sessionId)
    .where('action', 'in', ['chat.read', 'chat.file-read'])
    .orderBy('id')
    .execute()
const actsOf = async (sessionId: string) => (await readings(sessionId)).map(({ action }) => action)

const pdf = goodFiles.pdf ?? Buffer.alloc(0)

async function talked() {
  const { coach, individual, send } = world
  const id = await individual()
  await send(coach, id, 'How was it?')
  const upload = await stack.as(coach).upload(`/chat/${id}/files`, formOf('a.pdf', pdf), formType)
  expect(upload).toMatchObject({ status: 200 })
  const sid: string = upload.body.response.sid
  return { id, open: () => stack.as(coach).get(`/chat/${id}/files/${sid}`) }
}

test('after the call, reading the chat and opening a file each add one audit entry a day for each reader; during the call they add none [PRIV-04]', async () => {
  const { coach, client, organization, list } = world
  const { id, open } = await talked()
  await list(coach, id)
  expect(await open()).toMatchObject({ status: 200 })
  expect(await readings(id)).toEqual([])

  stack.clock.set(at('20:00'))
  await Promise.all(Array.from({ length: 8 }, () => list(coach, id)))
  await Promise.all(Array.from({ length: 3 }, () => open()))
  const reading = {
    by_id: coach.id,
    subject_kind: 'session',
    about_id: client.id,
    organization_id: organization.id,
  }
  expect(await readings(id)).toEqual([
    { action: 'chat.read', ...reading },
    { action: 'chat.file-read', ...reading },
  ])
  // The organization's day ends at 5 AM in UTC.
  stack.clock.set('2026-11-17T04:59:59.000Z')
  await list(coach, id)
  expect(await actsOf(id)).toEqual(['chat.read', 'chat.file-read'])
  stack.clock.advance(1000)
  await list(coach, id)
  await open()
  expect(await actsOf(id)).toEqual(['chat.read', 'chat.file-read', 'chat.read', 'chat.file-read'])
})

test('in an Org session each reader gets their own audit entry, about no client [PRIV-04]', async () => {
  const { coach, otherCoach, ofOrg, send, list } = world
  const id = await ofOrg()
  await send(coach, id, 'Agreed.')
  stack.clock.set(at('20:00'))
  await list(coach, id)
  await list(otherCoach, id)
  expect(await readings(id)).toMatchObject([
    { by_id: coach.id, about_id: null },
    { by_id: otherCoach.id, about_id: null },
  ])
})

test('a refusal and an empty answer leave no entry [PRIV-04]', async () => {
  const { coach, otherCoach, orgAdmin, list } = world
  const { id } = await talked()
  stack.clock.set(at('20:00'))
  expect(await list(otherCoach, id)).toMatchObject({ status: 404 })
  expect(await list(orgAdmin, id)).toMatchObject({ status: 403 })
  expect((await list(coach, id, 2)).body.response.messages).toEqual([])
  expect(await readings(id)).toEqual([])
})

test("an OrgAdmin finds who read the chat of a session or about a client, and an OrgAdmin of another organization doesn't [PRIV-04]", async () => {
  const { coach, client, orgAdmin, there, list } = world
  const { id } = await talked()
  stack.clock.set(at('20:00'))
  await list(coach, id)
  const ask = async (by: typeof coach, filters: object) =>
    (await stack.as(by).get(`/audit?page=1&filters=${encodeURIComponent(JSON.stringify(filters))}`)).body
      .response.entries
  const entry = { action: 'chat.read', by: { id: coach.id }, subject: { kind: 'session', id } }
  expect(await ask(orgAdmin, { about: [client.id] })).toMatchObject([entry])
  expect(await ask(orgAdmin, { subject: [id], action: ['chat.read'] })).toMatchObject([entry])
  expect(await ask(there.orgAdmin, { about: [client.id] })).toEqual([])
})
